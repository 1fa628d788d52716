import type { Diagnostic } from '../core/diagnostics/diagnostic.ts';
import type { Model } from '../core/model/model.ts';
import {
  DEFAULT_SERVER_RULES,
  type DeclaredMove,
  ruleProblems,
  type ServerRules,
} from '../core/requests/server/server-rules.ts';
import { keysIn } from '../core/values/keys-in.ts';
import { isRecord } from '../core/values/record.ts';
import type { ServerOptions } from './options.ts';
import { unusableServer } from './unusable-server.ts';

/** How the router of a framework reads paths, where nobody says otherwise. */
export interface RouterHabits {
  /** False when left out. */
  readonly caseSensitive?: boolean;
  /** False when left out. */
  readonly strict?: boolean;
  /** It takes a slash at the end off the paths of its routes: `/b/` answers calls of `/b`. */
  readonly cutsEndSlash?: boolean;
  /** What to do when endpoints of the schema differ in nothing that counts. */
  readonly help: string;
}

/** Whichever way they are given, all rules that a server goes by: those of `authz.yaml`, else those among the options. */
export function settledRules<Req extends object>(
  options: ServerOptions<Req>,
  { caseSensitive = false, strict = false }: RouterHabits,
): ServerRules {
  if (options.rules) return options.rules;
  const habits = { caseSensitiveRouting: caseSensitive, strictRouting: strict };
  const given = RULE_OPTIONS.filter((name) => options[name] !== undefined);
  return {
    ...DEFAULT_SERVER_RULES,
    ...habits,
    ...Object.fromEntries(given.map((name) => [name, options[name]])),
  };
}

type RuleOption = Exclude<keyof ServerRules, 'moves'>;

const IS_RULE: Readonly<Record<RuleOption, true>> = {
  skippedEndpoints: true,
  batch: true,
  maxBatchItems: true,
  maxUrlLength: true,
  unknownEndpoint: true,
  missingResource: true,
  optionsRequests: true,
  caseSensitiveRouting: true,
  strictRouting: true,
};

/** Options that are rules; moves that are functions are not: only the application itself can call them. */
const RULE_OPTIONS = keysIn(IS_RULE);

/** Calls of `/b` run what is declared as `/b/`: nobody may be told that they are about something else. */
export function endSlashProblems(
  model: Model,
  { strictRouting }: ServerRules,
  { cutsEndSlash }: RouterHabits,
): Diagnostic[] {
  if (!cutsEndSlash || !strictRouting) return [];
  const paths = model.actions.flatMap(({ endpoints }) => endpoints.map(({ path }) => path));
  const cut = paths.find((path) => path !== '/' && path.endsWith('/'));
  if (cut === undefined) return [];
  const message = `\`strictRouting\` is set, but the router takes the slash off \`${cut}\`: its handler answers \`${cut.slice(0, -1)}\``;
  return [unusableServer(message, 'leave `strictRouting` out')];
}

/** What is said in two places, and names that the schema does not have. */
export function rulesProblems<Req extends object>(options: ServerOptions<Req>, model: Model): Diagnostic[] {
  const { rules, moves = {}, batch = {} } = options;
  const twice = isRecord(rules) ? RULE_OPTIONS.filter((name) => options[name] !== undefined) : [];
  const declared: Readonly<Record<string, DeclaredMove>> = rules?.moves ?? {};
  const movedTwice = Object.keys(moves).filter((name) => Object.hasOwn(declared, name));
  const unknown = [
    ...(rules ? ruleProblems(rules, model) : []),
    ...ruleProblems({ batch: rules ? {} : batch, moves: {} }, model),
  ];
  return [
    ...twice.map((name) => saidTwice(`\`${name}\``)),
    ...movedTwice.map((name) => saidTwice(`the move of \`${name}\``)),
    ...unknown.map(({ message, help }) => unusableServer(message, help)),
  ];
}

function saidTwice(what: string): Diagnostic {
  const message = `${what} is among the options, and the \`rules\` of the project settle it`;
  return unusableServer(message, 'write it below `server` in authz.yaml, where replay reads it, too');
}
