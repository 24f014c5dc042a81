import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { QueryPart, useDataClient } from '@nemus/area';
import { CalendarDialog } from '@nemus/area/calendar';
import { roomsQuery, type Room } from '@nemus/data';
import {
  Breadcrumbs,
  Button,
  Card,
  EmptyState,
  formatCount,
  Link as TextLink,
  Row,
  SkeletonRows,
  Stack,
  StatusChip,
  Text,
} from '@nemus/ui';
import { AcademyPage } from '../../frame/AcademyPage';
import { Link } from 'react-router-dom';
import { datePaths } from './date-paths';
import { RoomDialog } from './RoomDialog';

/** Rooms of the academy: add, change and close them, and subscribe to their calendars. */
export default function RoomsPage() {
  const query = useQuery(roomsQuery(useDataClient()));
  const [opened, setOpened] = useState<Room | 'new' | null>(null);
  const [subscribed, setSubscribed] = useState<Room | null>(null);
  return (
    <AcademyPage
      title="Räume"
      intro="Räume für Termine vor Ort. Wer einen Termin plant, sieht, ob der Raum frei ist und wie viele Personen hineinpassen."
      actions={
        <Button variant="primary" icon="add" onClick={() => setOpened('new')}>
          Raum eintragen
        </Button>
      }
      above={<Breadcrumbs component={Link} items={[{ label: 'Termine', to: datePaths.list }, { label: 'Räume' }]} />}
    >
      <QueryPart query={query} title="Räume" loading={<SkeletonRows count={4} />}>
        {(rooms) =>
          rooms.length === 0 ? (
            <EmptyState icon="place" title="Noch kein Raum ist eingetragen">
              Tragen Sie Ihre Räume ein: Termine bekommen dann Ort und Anschrift von selbst.
            </EmptyState>
          ) : (
            <Stack as="ul" role="list" gap={1.5} sx={{ listStyle: 'none', padding: 0 }}>
              {rooms.map((room) => (
                <RoomCard
                  key={room.id}
                  room={room}
                  onSubscribe={() => setSubscribed(room)}
                  onEdit={() => setOpened(room)}
                />
              ))}
            </Stack>
          )
        }
      </QueryPart>
      {subscribed !== null && <CalendarDialog room={subscribed} onClose={() => setSubscribed(null)} />}
      {opened !== null && <RoomDialog room={opened === 'new' ? null : opened} onClose={() => setOpened(null)} />}
    </AcademyPage>
  );
}

function RoomCard({ room, onSubscribe, onEdit }: { room: Room; onSubscribe: () => void; onEdit: () => void }) {
  const { id, name, address, place, capacity, is_active: isActive, coming, too_many: tooMany } = room;
  return (
    <Card
      as="li"
      level={2}
      title={name}
      subtitle={[address, `Platz für ${formatCount(capacity, 'Person', 'Personen')}`].filter(Boolean).join(' · ')}
      aside={<StatusChip tone={isActive ? 'success' : 'neutral'}>{isActive ? 'Offen' : 'Geschlossen'}</StatusChip>}
    >
      <Row justify="between">
        <Stack gap={0.25}>
          {coming === 0 ? (
            <Text variant="small" tone="muted">
              Keine kommenden Termine
            </Text>
          ) : (
            <Text variant="small">
              <TextLink component={Link} to={datePaths.inRoom(id)} aria-label={`Kommende Termine: ${place}`}>
                {formatCount(coming, 'kommender Termin', 'kommende Termine')}
              </TextLink>
            </Text>
          )}
          {tooMany > 0 && (
            <Text variant="small" tone="error">
              {formatCount(tooMany, 'Termin hat', 'Termine haben')} mehr Plätze als der Raum
            </Text>
          )}
        </Stack>
        <Row>
          <Button size="small" icon="refresh" aria-label={`Kalender abonnieren: ${place}`} onClick={onSubscribe}>
            Kalender abonnieren
          </Button>
          <Button size="small" icon="edit" aria-label={`Bearbeiten: ${place}`} onClick={onEdit}>
            Bearbeiten
          </Button>
        </Row>
      </Row>
    </Card>
  );
}
