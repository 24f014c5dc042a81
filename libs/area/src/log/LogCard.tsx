import { Box, Card, formatCount, formatDateTime, Stack, Text } from '@nemus/ui';
import { columnLabel } from './column-words';
import { differencesOf } from './differences';
import type { LogLine, LogWords } from './log-line';

/** One line of a log; its differences expand below it. */
export function LogCard<Line extends LogLine>({
  line,
  words,
  withKey,
}: {
  line: Line;
  words: LogWords<Line>;
  withKey: boolean;
}) {
  const differences = differencesOf(line);
  return (
    <Card
      title={`${words.action(line)}: ${words.subject(line.subject)}`}
      level={2}
      subtitle={`${formatDateTime(line.at)}, ${words.actor(line)}`}
    >
      {(withKey || differences.length > 0) && (
        <Box component="details">
          <Box component="summary" sx={{ cursor: 'pointer', minHeight: 24 }}>
            {differences.length === 0 ? 'Einzelheiten' : formatCount(differences.length, 'Angabe', 'Angaben')}
          </Box>
          <Stack as="ul" gap={0.5} sx={{ paddingInlineStart: 2.5, marginBlock: 1 }}>
            {differences.map(({ name, before, after }) => (
              <Text as="li" key={name} variant="small" sx={{ overflowWrap: 'anywhere' }}>
                <strong>{words.column?.(name) ?? columnLabel(name)}</strong>:{' '}
                {before === null ? 'leer' : <del>{before}</del>} → {after === null ? 'leer' : <ins>{after}</ins>}
              </Text>
            ))}
            {withKey && (
              <Text as="li" variant="small" tone="muted" sx={{ overflowWrap: 'anywhere' }}>
                Kennung: {line.subject_id}
              </Text>
            )}
          </Stack>
        </Box>
      )}
    </Card>
  );
}
