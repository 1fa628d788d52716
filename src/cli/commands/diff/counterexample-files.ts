import type { Comparison } from '../../../core/guarantees/comparison/comparison.ts';
import { type ExpectedExample, exampleFixtures } from '../../../core/guarantees/examples/example-fixtures.ts';
import { readSchema } from '../../../core/model/read-schema.ts';
import type { VerifyInput } from '../../../core/verification/verify-input.ts';
import type { PlannedFile } from '../../../project/files/write.ts';
import { printFixtures } from '../../../project/writing/print-fixtures.ts';
import { callWords } from '../../../reporters/words/example-words.ts';

const HEAD = `\
 Calls that a change turned, found by \`authz diff\`. Each expects what was decided before: take the change back, or accept what it does
 with \`authz test --update\`.`;

/** The examples of a comparison as fixtures files; further ones where their entities contradict each other. */
export function counterexampleFiles(
  comparison: Comparison,
  input: VerifyInput,
  path: string,
): readonly PlannedFile[] {
  const schema = input.schema ? readSchema(input.schema) : undefined;
  if (!schema?.ok) return [];
  const files = exampleFixtures(examplesOf(comparison), schema.value.model, input.claims);
  return files.map((fixtures, index) => ({
    path: index === 0 ? path : path.replace(/(?:\.fixtures)?(\.\w+)$/, `-${index + 1}.fixtures$1`),
    text: printFixtures(fixtures, HEAD),
    ifExists: 'replace',
  }));
}

function examplesOf({ endpoints }: Comparison): ExpectedExample[] {
  return endpoints.flatMap(({ opened, closed }) => [
    ...(opened ? [expected(opened.example, 'deny', 'was denied')] : []),
    ...(closed?.after ? [expected(closed.example, 'allow', 'was allowed')] : []),
  ]);
}

function expected(
  example: ExpectedExample['example'],
  expect: ExpectedExample['expect'],
  words: string,
): ExpectedExample {
  return {
    example,
    expect,
    name: `${example.call ? callWords(example.call) : example.request.action.id} ${words}`,
  };
}
