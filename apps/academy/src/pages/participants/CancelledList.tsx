import type { DateParticipant } from '@nemus/data';
import { Card, Chip, Link, Row, Stack, StatusChip, Text } from '@nemus/ui';
import { PersonTick, type Tick } from './ParticipantRow';

const LIST = { listStyle: 'none', margin: 0, padding: 0 } as const;

/** The people whose place or waiting position a cancelled date took, with the ways to reach them. */
export function CancelledList({
  lost,
  tickOf,
}: {
  lost: readonly DateParticipant[];
  tickOf: (participant: DateParticipant) => Tick | null;
}) {
  return (
    <Card level={2} title={`Angemeldet waren (${lost.length})`}>
      <Stack as="ul" gap={1.5} sx={LIST}>
        {lost.map((participant) => {
          const { user_id: id, name, email, phone, lost: what, is_enrolled: isEnrolled } = participant;
          const tick = tickOf(participant);
          return (
            <Row as="li" key={id} gap={1.5}>
              {tick !== null && <PersonTick name={name} {...tick} />}
              <Text>{name}</Text>
              <StatusChip tone="neutral">{what === 'waiting' ? 'Warteliste' : 'Platz'}</StatusChip>
              {!isEnrolled && <Chip tone="warning">Nicht mehr eingeschrieben</Chip>}
              {phone !== null && <Link href={`tel:${phone.replaceAll(/[^+0-9]/g, '')}`}>{phone}</Link>}
              <Link href={`mailto:${email}`}>{email}</Link>
            </Row>
          );
        })}
      </Stack>
    </Card>
  );
}
