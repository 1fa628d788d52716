import type {
  ChangeKind,
  Comparison,
  EndpointChange,
  SettingChange,
} from '../../core/guarantees/comparison/comparison.ts';
import { reasonWords } from '../reason-words.ts';
import type { Annotation } from '../report/annotations.ts';
import { callWords, exampleWords } from '../words/example-words.ts';
import { visible } from '../words/wording.ts';
import { CHANGE_WORDS, changeWords, decisionWords, endpointWords, settingWords } from './words.ts';

/** What stands beside the code: a change, at the policy that opened or closed something. */
export interface ChangeAnnotation extends Annotation {
  readonly kind: ChangeKind;
}

/** One for each endpoint and each setting of all endpoints that is not as before. */
export function changeAnnotations({ endpoints, settings = [] }: Comparison): ChangeAnnotation[] {
  return [...endpoints.flatMap(annotationsOf), ...settings.flatMap(annotationsOfSetting)];
}

const COMMANDS = {
  opened: 'error',
  both: 'error',
  closed: 'warning',
  'not-decided': 'warning',
  unchanged: undefined,
} as const satisfies Readonly<Record<ChangeKind, Annotation['command'] | undefined>>;

function annotationsOfSetting(setting: SettingChange): ChangeAnnotation[] {
  const command = COMMANDS[setting.kind];
  if (command === undefined) return [];
  const title = `${CHANGE_WORDS[setting.kind]}: ${visible(setting.key)}`;
  return [{ kind: setting.kind, command, title, message: visible(settingWords(setting)) }];
}

function annotationsOf(change: EndpointChange): ChangeAnnotation[] {
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
      kind: change.kind,
      command,
      title: `${changeWords(change)}: ${visible(endpointWords(change))}`,
      message: lines.map(visible).join('\n'),
      file: place?.file,
      location: place?.location,
    },
  ];
}
