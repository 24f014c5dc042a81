import { useDataClient } from '@nemus/area';
import { preferWaiting, removeWaiting, type DateParticipant, type PreferredWaiting } from '@nemus/data';
import { Button, Card, Chip, formatDateTime, Row, Stack, Text } from '@nemus/ui';
import { useState } from 'react';
import { NoteDialog } from '../../dialogs/NoteDialog';
import { useStaffMutation } from '../../dialogs/useStaffMutation';
import { PersonTick, type Tick } from './ParticipantRow';

const LIST = { listStyle: 'none', margin: 0, padding: 0 } as const;
/** Most characters of a reason, as in the database. */
const REASON = 300;

/** The waiting list in its order. Until the date begins, staff puts a person first or takes one off, with a reason. */
export function WaitingList({
  dateId,
  waiting,
  isOpen,
  tickOf,
}: {
  dateId: string;
  waiting: readonly DateParticipant[];
  isOpen: boolean;
  tickOf: (participant: DateParticipant) => Tick | null;
}) {
  const client = useDataClient();
  const [asking, setAsking] = useState<{ readonly what: 'prefer' | 'remove'; readonly who: DateParticipant } | null>(
    null,
  );
  const close = () => setAsking(null);
  const prefer = useStaffMutation({
    act: ({ who, reason }: { who: DateParticipant; reason: string }) =>
      preferWaiting(client, dateId, who.user_id, reason),
    done: (answer, { who }) => ({ title: preferredText(who.name, answer) }),
    failed: 'Nichts wurde geändert',
    onDone: close,
  });
  const remove = useStaffMutation({
    act: ({ who, reason }: { who: DateParticipant; reason: string }) =>
      removeWaiting(client, dateId, who.user_id, reason),
    done: (_answer, { who }) => ({ title: `${who.name} steht nicht mehr auf der Warteliste` }),
    failed: 'Nichts wurde geändert',
    onDone: close,
  });
  return (
    <Card level={2} title={`Warteliste (${waiting.length})`}>
      <Stack as="ol" gap={1} sx={LIST}>
        {waiting.map((who) => {
          const { user_id: id, name, waitlist_position: position, offered_until: offered } = who;
          const tick = tickOf(who);
          return (
            <Row as="li" key={id} gap={1} justify="between">
              <Row gap={1}>
                {tick !== null && <PersonTick name={name} {...tick} />}
                <Chip>{`${position ?? ''}.`}</Chip>
                <Text>{name}</Text>
                {offered !== null && <Chip tone="info">{`Platz angeboten bis ${formatDateTime(offered)} Uhr`}</Chip>}
              </Row>
              {isOpen && (
                <Row gap={1}>
                  <Button
                    size="small"
                    aria-label={`${name} den nächsten Platz geben`}
                    onClick={() => setAsking({ what: 'prefer', who })}
                  >
                    Nächster Platz
                  </Button>
                  <Button
                    size="small"
                    aria-label={`${name} von der Warteliste nehmen`}
                    onClick={() => setAsking({ what: 'remove', who })}
                  >
                    Entfernen
                  </Button>
                </Row>
              )}
            </Row>
          );
        })}
      </Stack>
      {asking?.what === 'prefer' && (
        <NoteDialog
          title={`${asking.who.name} den nächsten Platz geben`}
          label="Grund (nur im Protokoll)"
          confirmLabel="An die erste Stelle"
          most={REASON}
          busy={prefer.isPending}
          error={undefined}
          onConfirm={(reason) => prefer.mutate({ who: asking.who, reason })}
          onCancel={close}
        >
          Die Person rückt an die erste Stelle der Warteliste. Ist ein Platz frei, bekommt sie ihn sofort; nach der
          Frist wird er ihr 24 Stunden lang angeboten.
        </NoteDialog>
      )}
      {asking?.what === 'remove' && (
        <NoteDialog
          title={`${asking.who.name} von der Warteliste nehmen`}
          label="Grund (steht in der Nachricht)"
          confirmLabel="Von der Warteliste nehmen"
          danger
          most={REASON}
          busy={remove.isPending}
          error={undefined}
          onConfirm={(reason) => remove.mutate({ who: asking.who, reason })}
          onCancel={close}
        >
          Die Person bekommt eine Nachricht mit dem Grund. Ihr Kurs bleibt gebucht.
        </NoteDialog>
      )}
    </Card>
  );
}

function preferredText(
  name: string,
  { status, waitlist_position: position, offered_until: offered }: PreferredWaiting,
) {
  if (status === null) return `${name} steht nicht mehr auf der Warteliste`;
  if (status === 'confirmed') return `${name} hat jetzt den Platz`;
  return offered === null
    ? `${name} steht jetzt an Stelle ${position ?? 1}`
    : `Der Platz ist ${name} bis ${formatDateTime(offered)} Uhr angeboten`;
}
