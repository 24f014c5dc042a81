import type { UseQueryResult } from '@tanstack/react-query';
import { Button, NoResults, Row, Skeleton, Stack } from '@nemus/ui';
import type { ReactNode } from 'react';
import { QueryPart } from '../reads/QueryPart';
import { LogFilters, type LogChoice } from './LogFilters';
import type { LogLine, LogPage, LogWords } from './log-line';
import { LogTable } from './LogTable';
import type { LogAddress } from './useLogAddress';

/** The list of a page "Protokoll": search, filters, lines with their differences, pagination. */
export function LogList<Line extends LogLine>({
  query,
  address,
  words,
  actors,
  subjects,
  withKeys = false,
  empty,
}: {
  query: UseQueryResult<LogPage<Line>>;
  address: LogAddress;
  words: LogWords<Line>;
  actors: readonly LogChoice[];
  subjects: readonly LogChoice[];
  /** Whether a line shows the key of its subject. */
  withKeys?: boolean;
  /** Shown instead of the list while the log is empty. */
  empty: ReactNode;
}) {
  return (
    <Stack gap={2}>
      <LogFilters address={address} actors={actors} subjects={subjects} />
      <QueryPart query={query} title="Protokoll" loading={<Skeleton height={320} />}>
        {({ lines, next }) => {
          if (lines.length === 0) {
            return address.isNarrowed ? <NoResults title="Kein Eintrag gefunden" onClear={address.clear} /> : empty;
          }
          return (
            <Stack gap={2} aria-busy={query.isPlaceholderData || undefined}>
              <LogTable lines={lines} words={words} withKeys={withKeys} />
              <Row justify="between">
                {address.selection.before === null ? (
                  <span />
                ) : (
                  <Button onClick={address.newest}>Zum neuesten Eintrag</Button>
                )}
                {next !== null && <Button onClick={() => address.older(next)}>Ältere Einträge</Button>}
              </Row>
            </Stack>
          );
        }}
      </QueryPart>
    </Stack>
  );
}
