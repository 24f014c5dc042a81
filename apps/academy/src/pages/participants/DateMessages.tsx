import type { DateParticipants } from '@nemus/data';
import { Card, formatDateTime, Stack, Text } from '@nemus/ui';

const LIST = { listStyle: 'none', margin: 0, padding: 0 } as const;

/** What staff wrote to people of the date: when, who, to whom. */
export function DateMessages({ messages }: { messages: DateParticipants['messages'] }) {
  return (
    <Card level={2} title={`Nachrichten (${messages.length})`}>
      <Stack as="ol" gap={2} sx={LIST}>
        {messages.map(({ at, by, text, people }) => (
          <Stack as="li" key={`${at}${by}`} gap={0.5} sx={{ overflowWrap: 'anywhere' }}>
            <Text variant="caption" tone="muted">
              {`${formatDateTime(at)} Uhr, ${by}`}
            </Text>
            <Text sx={{ whiteSpace: 'pre-line' }}>{text}</Text>
            <Text variant="small" tone="muted">
              {`An: ${people.length === 0 ? 'gelöschte Konten' : people.join(', ')}`}
            </Text>
          </Stack>
        ))}
      </Stack>
    </Card>
  );
}
