import { describeFixture } from '../../core/fixtures/fixture.ts';
import {
  type Comparison,
  countChanges,
  type EndpointChange,
  type SettingChange,
  type Turn,
} from '../../core/guarantees/comparison/comparison.ts';
import { safeJson } from '../words/wording.ts';

/** Changes when the shape does. */
const VERSION = 1;

/** For scripts: everything that was found out. */
export function jsonComparison(comparison: Comparison): string {
  const { before, after, endpoints, assumptions, fixtures, noLongerChecked, settings } = comparison;
  const counts = countChanges(comparison);
  return `${safeJson({
    version: VERSION,
    before,
    after,
    counts,
    assumptions,
    endpoints: endpoints.map(changeJson),
    ...(fixtures
      ? {
          fixtures: fixtures.decisions.map(({ kind, ready, item, before: was, after: is }) => ({
            kind,
            name: ready.fixture.name,
            question: describeFixture(ready.fixture),
            ...(item === undefined ? {} : { item }),
            as: ready.fixture.as,
            file: ready.fixture.source.file,
            before: was.actual.decision,
            after: is.actual.decision,
          })),
        }
      : {}),
    ...(settings ? { settings: settings.map(settingJson) } : {}),
    ...(noLongerChecked ? { noLongerChecked } : {}),
  })}\n`;
}

function settingJson({ key, before, after, kind, message }: SettingChange) {
  return {
    key,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
    change: kind,
    ...(message === undefined ? {} : { message }),
  };
}

function changeJson(change: EndpointChange) {
  const { endpoint, action, namespace, second, moves, asGet, presence, otherAction } = change;
  const { kind, isPartlyUndecided, undecidedOnlyCloses, opened, closed, reasons } = change;
  return {
    ...endpoint,
    action,
    ...(namespace === undefined ? {} : { namespace }),
    ...(second ? { second } : {}),
    ...(moves ? { moves } : {}),
    ...(asGet ? { asGet } : {}),
    presence,
    ...(otherAction === undefined ? {} : { otherAction }),
    change: kind,
    ...(isPartlyUndecided ? { isPartlyUndecided } : {}),
    ...(undecidedOnlyCloses ? { undecidedOnlyCloses } : {}),
    ...(opened ? { opened: turnJson(opened) } : {}),
    ...(closed ? { closed: turnJson(closed) } : {}),
    ...(reasons.length > 0 ? { reasons } : {}),
  };
}

function turnJson({ example, before, after, causes }: Turn) {
  const { call, request, entities } = example;
  return {
    ...(call ? { call } : {}),
    request,
    entities,
    before: before?.kind ?? 'no-endpoint',
    after: after?.kind ?? 'no-endpoint',
    causes: causes.map(({ text, clause, file, location }) => ({
      text,
      ...(clause ? { clause } : {}),
      ...(file ? { file } : {}),
      ...(location ? { line: location.line, column: location.column } : {}),
    })),
  };
}
