import { checkSchema } from '../cedar/cedar.ts';
import { withoutComments } from '../cedar/tokens.ts';
import { isRecord } from '../values/record.ts';

/** Whether a text is a schema in Cedar syntax. No text that declares something is policies as well: those begin with other words. */
export function isSchemaText(text: string): boolean {
  return declaresSomething(text) && checkSchema(text).ok;
}

/** Whether a text is meant as a schema, in JSON or in Cedar syntax: it may have mistakes. */
export function isLikeSchema(text: string): boolean {
  return declaresSomething(text) || isLikeSchemaJson(text);
}

function declaresSomething(text: string): boolean {
  return DECLARES.test(withoutComments(text.replace(/^\uFEFF/, '')));
}

/** The first word behind annotations: most texts need not be parsed. */
const DECLARES = /^\s*(?:@\w+\s*(?:\(\s*"(?:[^"\\]|\\.)*"\s*\)\s*)?)*(?:namespace|entity|action|type)\b/;

/** A mapping from namespaces; of a text that is no JSON, the words in it tell. */
function isLikeSchemaJson(text: string): boolean {
  if (!SCHEMA_WORDS.every((word) => word.test(text))) return false;
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) && Object.values(value).every(isLikeNamespace);
  } catch {
    return true;
  }
}

const SCHEMA_WORDS = [/^\s*\{/, /"entityTypes"\s*:/, /"actions"\s*:/];

function isLikeNamespace(value: unknown): boolean {
  return isRecord(value) && isRecord(value.entityTypes) && isRecord(value.actions);
}
