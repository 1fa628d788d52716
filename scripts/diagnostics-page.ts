import type { CodeDescription } from '../src/core/diagnostics/codes/description.ts';
import { CODES } from '../src/core/diagnostics/codes.ts';

/** `docs/diagnostics.md`: every code, by subject, with what leads to it and what to do. */
export function diagnosticsPage(): string {
  const subjects = Object.entries(CODES).map(
    ([subject, codes]) => `## ${subject}\n\n${Object.entries(codes).map(section).join('\n\n')}\n`,
  );
  return `${HEAD}\n${subjects.join('\n')}`;
}

const HEAD = `# Diagnostics

Every problem that \`authz\` reports ends with a code in brackets, such as \`[policy-syntax]\`. JSON output has it as \`code\`. Codes are stable;
messages may change. The message itself says where the problem is and what to do; this page says what each code means in general.

After an \`error\`, a command ends with exit code 2; \`authz watch\` goes on. A \`warning\` or an \`info\` does not change the exit code.

This page is made by \`npm run docs\` from [\`src/core/diagnostics/codes.ts\`](../src/core/diagnostics/codes.ts).
`;

function section([code, { sentence, cause, remedy, example }]: [string, CodeDescription]): string {
  return [
    `### \`${code}\``,
    sentence,
    `Cause: ${cause}`,
    `What to do: ${remedy}`,
    `Example:\n\n${indented(example)}`,
  ].join('\n\n');
}

function indented(text: string): string {
  return text
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n');
}
