import { checkSchema } from '../cedar/cedar.ts';
import { withoutComments } from '../cedar/tokens.ts';

/** Whether a text is a schema in Cedar syntax. No text that declares something is policies as well: those begin with other words. */
export function isSchemaText(text: string): boolean {
  return DECLARES.test(withoutComments(text.replace(/^\uFEFF/, ''))) && checkSchema(text).ok;
}

/** The first word behind annotations: most texts need not be parsed. */
const DECLARES = /^\s*(?:@\w+\s*(?:\(\s*"(?:[^"\\]|\\.)*"\s*\)\s*)?)*(?:namespace|entity|action|type)\b/;
