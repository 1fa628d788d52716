import { Box } from 'ink';
import { useMemo } from 'react';
import { type Classification, SURE } from '../../../core/classification/classified-api.ts';
import { endpointKey } from '../../../core/endpoints/endpoint-key.ts';
import { type Line, line, span } from '../../line.ts';
import { Lines } from '../../lines.tsx';
import { type Column, Table } from '../../table.tsx';
import { showField } from '../../text-field.ts';
import { clampIndex } from '../../window.ts';
import { reviewRows } from '../review-rows.ts';
import type { WizardState } from '../state.ts';
import { isSmall } from './step-layout.ts';
import type { StepViewProps } from './step-view.ts';

/** Step 3: the pattern of every endpoint. */
export function PatternsList({ state, room }: StepViewProps) {
  const { patterns, api } = state;
  const rows = useReviewRows(state);
  const isNarrow = isSmall(room);
  const columns = useMemo(
    () => (isNarrow ? narrowColumns : reviewColumns)(patterns.accepted),
    [isNarrow, patterns.accepted],
  );
  const filters = filterLine(state, rows.length);
  const head = filters.length > 0 ? [filters] : [];
  return (
    <Box flexDirection="column" {...room}>
      <Lines lines={head} width={room.width} height={head.length} />
      <Table
        columns={columns}
        rows={rows}
        chosen={clampIndex(patterns.chosen, rows.length)}
        width={room.width}
        height={room.height - head.length}
        search={patterns.search.text}
        empty={
          api.read?.spec.endpoints.length === 0
            ? 'the API has no endpoints'
            : 'no endpoint is like that: Esc shows all'
        }
      />
    </Box>
  );
}

/** The same list as long as it is the same: tables measure their rows once. */
function useReviewRows(state: WizardState): readonly Classification[] {
  const { answers, patterns, api } = state;
  const { search, pattern, confidence, accepted } = patterns;
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are the parts that the rows are made of
  return useMemo(
    () => reviewRows(state),
    [
      api.read,
      answers.overrides,
      search.text,
      pattern,
      confidence,
      confidence === 'not looked at' && accepted,
    ],
  );
}

function isChanged({ origin }: Classification): boolean {
  return origin === 'configuration';
}

/** The call and its pattern, and by one sign how sure that is. */
function narrowColumns(accepted: ReadonlySet<string>): Column<Classification>[] {
  return [
    { title: ' ', least: 1, drop: 0, cell: (row) => signOf(row, accepted) },
    { title: 'CALL', least: 16, drop: 0, cut: 'middle', cell: ({ endpoint }) => span(endpointKey(endpoint)) },
    { title: 'PATTERN', least: 15, drop: 0, cell: ({ pattern }) => span(pattern) },
  ];
}

function signOf(row: Classification, accepted: ReadonlySet<string>) {
  if (isChanged(row)) return span('*', 'strong');
  if (accepted.has(endpointKey(row.endpoint))) return span('✓', 'good');
  return row.confidence < SURE ? span('?', 'doubt') : span(' ');
}

function reviewColumns(accepted: ReadonlySet<string>): Column<Classification>[] {
  const isAccepted = ({ endpoint }: Classification) => accepted.has(endpointKey(endpoint));
  return [
    { title: 'METHOD', least: 7, drop: 0, cell: ({ endpoint }) => span(endpoint.method) },
    { title: 'PATH', least: 24, drop: 0, cut: 'middle', cell: ({ endpoint }) => span(endpoint.path) },
    { title: 'PATTERN', least: 15, drop: 0, cell: ({ pattern }) => span(pattern) },
    { title: 'RESOURCE', least: 12, drop: 2, cell: ({ resource }) => span(resource.type) },
    { title: 'IDENTIFIED BY', least: 13, drop: 4, cell: ({ resource }) => span(resource.from) },
    { title: 'ACTION', least: 16, drop: 5, cell: ({ action }) => span(action) },
    {
      // As wide as `changed`, so that no column moves when something is.
      title: 'SURE   ',
      least: 7,
      drop: 1,
      cell: (row) => {
        if (isChanged(row)) return span('changed', 'strong');
        if (isAccepted(row)) return span('✓ right', 'good');
        return span(row.confidence.toFixed(2), row.confidence < SURE ? 'doubt' : 'good');
      },
    },
  ];
}

function filterLine({ patterns }: WizardState, count: number): Line {
  const { typing, search, type, pattern, confidence } = patterns;
  if (typing === 'type')
    return line(span('Entity type of the resource: ', 'strong'), ...showField(type, 40, true));
  const parts: Line = [
    ...(typing === 'search' || search.text !== ''
      ? [span('search ', 'quiet'), ...showField(search, 30, typing === 'search'), span('  ')]
      : []),
    ...(pattern === 'all' ? [] : [span('pattern ', 'quiet'), span(`${pattern}  `, 'strong')]),
    ...(confidence === 'all' ? [] : [span('only ', 'quiet'), span(`${confidence}  `, 'strong')]),
  ];
  return parts.length === 0 ? [] : line(...parts, span(`${count} shown`, 'quiet'));
}
