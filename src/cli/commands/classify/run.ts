import { compareAnswers } from '../../../core/classification/ranking/compare-answers.ts';
import { endpointKey } from '../../../core/endpoints/endpoint-key.ts';
import { basePathFor } from '../../../core/generation/base-path.ts';
import { classifyDocuments } from '../../../core/generation/generate-schema.ts';
import { CLASSIFICATION_FORMATS, type ClassificationFormat } from '../../../reporters/classification.ts';
import { comparedAnswersText } from '../../../reporters/compared-answers.ts';
import { painter, safeJson } from '../../../reporters/words/wording.ts';
import { EXIT_CODES, type ExitCode } from '../../exit-code.ts';
import { fail, unwrap } from '../../projects/inputs.ts';
import { countedEndpoints, specInput } from '../../projects/spec-input.ts';
import { screenWidth, type Terminal } from '../../terminal/terminal.ts';
import { collectRarely, limitTurbofan } from '../../terminal/v8-flags.ts';

export interface ClassifyOptions {
  readonly apiSpec?: string;
  readonly format: ClassificationFormat;
  /** The endpoint, as `METHOD /path`, whose answer is to be explained. */
  readonly explain?: string;
}

/** `authz classify` */
export async function classify(options: ClassifyOptions, terminal: Terminal): Promise<ExitCode> {
  if (options.explain !== undefined && (options.format === 'csv' || options.format === 'markdown'))
    fail(
      'usage',
      `one endpoint is not explained as ${options.format}`,
      'leave `--format` out, or write `--json`',
    );
  limitTurbofan(terminal);
  collectRarely(terminal);
  const { documents, project, step } = await specInput(options.apiSpec, terminal);
  const classified = await step(`classifying ${countedEndpoints(documents)}`, () =>
    classifyDocuments(documents, project?.config.overrides ?? new Map(), project?.config ?? {}),
  );
  const found = unwrap(classified, terminal);
  const basePath = basePathFor(found.spec, project?.config.basePath);
  const api = { ...found, spec: { ...found.spec, basePath } };
  if (options.explain !== undefined) {
    const compared = unwrap(compareAnswers(api.spec, options.explain), terminal);
    const said = api.classifications.find(({ endpoint }) => endpointKey(endpoint) === compared.endpoint);
    const { remarks = {}, second } = said ?? {};
    const asText = () => comparedAnswersText(compared, { remarks, second }, painter(terminal.color.out));
    terminal.out(options.format === 'json' ? `${safeJson({ ...compared, remarks, second })}\n` : asText());
    return EXIT_CODES.ok;
  }
  const parts = CLASSIFICATION_FORMATS[options.format](api, {
    paint: painter(terminal.color.out),
    ...screenWidth(terminal),
  });
  for (const part of parts) terminal.out(part);
  return EXIT_CODES.ok;
}
