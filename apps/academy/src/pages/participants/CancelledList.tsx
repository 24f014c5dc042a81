import type { DateParticipant } from '@nemus/data';
import { Card, Link, Row, Stack, StatusChip, Text } from '@nemus/ui';

const LIST = { listStyle: 'none', margin: 0, padding: 0 } as const;

/** The people whose place or waiting position a cancelled date took, with the ways to reach them. */
export function CancelledList({ lost }: { lost: readonly DateParticipant[] }) {
  return (
    <Card level={2} title={`Angemeldet waren (${lost.length})`}>
      <Stack as="ul" gap={1.5} sx={LIST}>
        {lost.map(({ user_id: id, name, email, phone, lost: what }) => (
          <Row as="li" key={id} gap={1.5}>
            <Text>{name}</Text>
            <StatusChip tone="neutral">{what === 'waiting' ? 'Warteliste' : 'Platz'}</StatusChip>
            {phone !== null && <Link href={`tel:${phone.replaceAll(/[^+0-9]/g, '')}`}>{phone}</Link>}
            <Link href={`mailto:${email}`}>{email}</Link>
          </Row>
        ))}
      </Stack>
    </Card>
  );
}
