import type {
  Comparison,
  EndpointChange,
  SettingChange,
} from '../../core/guarantees/comparison/comparison.ts';
import { reasonWords } from '../reason-words.ts';
import { type Annotation, printAnnotations } from '../report/annotations.ts';
import { callWords, exampleWords } from '../words/example-words.ts';
import { visible } from '../words/wording.ts';
import { CHANGE_WORDS, changeWords, decisionWords, endpointWords, settingWords } from './words.ts';

/** Annotations for GitHub Actions: at the policies that opened or closed something. */
export function githubComparison(
  { endpoints, settings = [] }: Comparison,
  repositoryPath: (file: string) => string,
): string {
  return printAnnotations(
    [...endpoints.flatMap(annotationsOf), ...settings.flatMap(annotationsOfSetting)],
    repositoryPath,
  );
}

const COMMANDS = {
  opened: 'error',
  both: 'error',
  closed: 'warning',
  'not-decided': 'warning',
  unchanged: undefined,
} as const satisfies Readonly<Record<EndpointChange['kind'], Annotation['command'] | undefined>>;

function annotationsOfSetting(setting: SettingChange): Annotation[] {
  const command = COMMANDS[setting.kind];
  if (command === undefined) return [];
  const title = `${CHANGE_WORDS[setting.kind]}: ${visible(setting.key)}`;
  return [{ command, title, message: visible(settingWords(setting)), file: undefined, location: undefined }];
}

function annotationsOf(change: EndpointChange): Annotation[] {
  const command = COMMANDS[change.kind];
  if (command === undefined) return [];
  const turn = change.opened ?? change.closed;
  const place = turn ? turn.causes[0] : change.reasons.find(({ location }) => location);
  const lines = turn
    ? [
        ...(turn.example.call ? [callWords(turn.example.call)] : []),
        ...exampleWords(turn.example),
        `before: ${decisionWords(turn, change).before}`,
        `now: ${decisionWords(turn, change).now}`,
        ...turn.causes.map(({ text, clause }) => (clause ? `${text}: ${clause}` : text)),
        ...(change.isPartlyUndecided ? change.reasons.map(reasonWords) : []),
      ]
    : change.reasons.map(reasonWords);
  return [
    {
      command,
      title: `${changeWords(change)}: ${visible(endpointWords(change))}`,
      message: lines.map(visible).join('\n'),
      file: place?.file,
      location: place?.location,
    },
  ];
}
