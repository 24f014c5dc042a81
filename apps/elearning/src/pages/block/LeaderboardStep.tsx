import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useDataClient } from '@nemus/area';
import { usePorts } from '@nemus/contract/react';
import { leaderboardQuery, type LeaderboardEntry } from '@nemus/data';
import { Button, Card, formatPercent, Row, SkeletonRows, Stack, StatusChip, Surface, Text } from '@nemus/ui';
import type { BlockPlace } from './useJourney';

/** Top 10 of the block. A failed load is logged, counts as empty, and never blocks the next step. */
export function LeaderboardStep({
  place: { courseId, blockId },
  onRepeat,
  onDone,
}: {
  place: BlockPlace;
  onRepeat: () => void;
  onDone: () => void;
}) {
  const client = useDataClient();
  const { telemetry } = usePorts();
  const board = useQuery(leaderboardQuery(client, courseId, blockId));
  const { error } = board;
  useEffect(() => {
    if (error) telemetry.report({ name: 'leaderboard-not-loaded', message: String(error) });
  }, [error, telemetry]);
  return (
    <Card
      title="Bestenliste"
      level={2}
      subtitle="Die zehn besten Ergebnisse. An jedem Tag zählt Ihr erster Durchgang bis zum Ende, und von allen Tagen der beste."
    >
      {board.isPending ? <SkeletonRows count={5} /> : <Board entries={board.data ?? []} />}
      <Row justify="between" gap={1}>
        <Button variant="quiet" icon="refresh" onClick={onRepeat}>
          Quiz wiederholen
        </Button>
        <Button variant="primary" iconEnd="arrow-right" onClick={onDone}>
          Weiter
        </Button>
      </Row>
    </Card>
  );
}

function Board({ entries }: { entries: readonly LeaderboardEntry[] }) {
  if (entries.length === 0) return <Text tone="muted">Noch keine Ergebnisse vorhanden.</Text>;
  return (
    <Stack as="ol" role="list" gap={0.5} aria-label="Bestenliste" sx={{ listStyle: 'none', padding: 0, margin: 0 }}>
      {entries.map((entry) => (
        <Surface
          as="li"
          key={entry.rank}
          kind={entry.is_own ? 'primary' : 'sunken'}
          padding="small"
          aria-current={entry.is_own ? 'true' : undefined}
          sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 1.5 }}
        >
          <Row gap={1.5} wrap={false}>
            <Text as="span" tone="inherit" numeric strong sx={{ minWidth: '1.5rem' }}>
              {entry.rank}.
            </Text>
            <Text as="span" tone="inherit" sx={{ overflowWrap: 'anywhere' }}>
              {entry.user_name}
            </Text>
            {entry.is_own ? <StatusChip tone="primary">Sie</StatusChip> : null}
          </Row>
          <Text as="span" tone="inherit" numeric sx={{ flex: 'none', marginInlineStart: 'auto' }}>
            {entry.score} von {entry.total_questions} · {formatPercent(entry.percentage)}
          </Text>
        </Surface>
      ))}
    </Stack>
  );
}
