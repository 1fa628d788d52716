import type { Diagnostic } from '../../../core/diagnostics/diagnostic.ts';
import { printPlace } from '../../../reporters/words/frame.ts';
import { SEVERITY_MEANINGS } from '../../../reporters/words/wording.ts';
import { type Line, line, span, wrapText } from '../../line.ts';

/** Diagnostics for a narrow block: what is wrong, where, and what to do. */
export function problemLines(diagnostics: readonly Diagnostic[], width: number): Line[] {
  return diagnostics.flatMap(({ severity, message, help, details = [], file, location }) => {
    const place = printPlace(file, location);
    const [first = [], ...others] = wrapText(message, width - severity.length - 2);
    return [
      line(span(`${severity}: `, SEVERITY_MEANINGS[severity]), ...first),
      ...others.map((one) => line('  ', ...one)),
      ...(place === '' ? [] : [line(span(`  ${place}`, 'name'))]),
      ...(help ? wrapText(help, width - 2, 'quiet').map((one) => line('  ', ...one)) : []),
      ...details.flatMap((detail) => wrapText(detail, width - 4).map((one) => line('    ', ...one))),
    ];
  });
}
