import { LeaveGuard } from '@nemus/area';
import { endSentence, type DatePart, type DateParticipants } from '@nemus/data';
import {
  Alert,
  Button,
  ButtonLink,
  Card,
  ConfirmDialog,
  EmptyState,
  formatCount,
  formatDateTime,
  formatUnits,
  Row,
  Stack,
  Text,
} from '@nemus/ui';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useCurrentMinute } from '../dates/useCurrentMinute';
import { choiceOf, isTickable } from './attendance-draft';
import { CancelledList } from './CancelledList';
import { EnterPersonDialog } from './EnterPersonDialog';
import { DateMessages } from './DateMessages';
import { ParticipantRow } from './ParticipantRow';
import { roomCodeBar } from './room-code';
import { SelectedPeople } from './SelectedPeople';
import { useSelection } from './useSelection';
import { WaitingList } from './WaitingList';
import { useAttendanceList } from './useAttendanceList';

const LIST = { listStyle: 'none', margin: 0, padding: 0 } as const;

/** The list of a date or of one of its parts, its waiting list, and bulk actions. */
export function AttendanceList({ list, part = null }: { list: DateParticipants; part?: DatePart | null }) {
  const { appointment, has_begun: hasBegun, participants } = list;
  const now = useCurrentMinute();
  const ticking = useAttendanceList(list, part?.id ?? null);
  const selection = useSelection(participants);
  const [isEntering, setEntering] = useState(false);
  const lost = participants.filter((one) => one.lost !== null);
  const waiting = participants.filter((one) => one.status === 'waitlist');
  // Recorded attendance of a begun date in parts stays, also when the rest was cancelled.
  const placed = participants.filter(
    (one) => one.status !== 'waitlist' && (one.lost === null || one.attendance !== null),
  );
  const isRunning = part === null ? hasBegun : Date.parse(part.starts_at) <= now;
  // A part that was held before the rest was cancelled can still be corrected.
  const isHeld = appointment.cancelled_at === null || (part !== null && part.starts_at <= appointment.cancelled_at);
  const isOpen = isRunning && isHeld;
  // A code is entered by people who have a place.
  const hasRoom = isOpen && appointment.cancelled_at === null && placed.length > 0;
  const codeBar = hasRoom ? roomCodeBar(appointment, part, now) : null;
  const ticked = placed.filter(({ attendance }) => attendance !== null).length;
  return (
    <Stack gap={3}>
      <LeaveGuard when={ticking.changes > 0} />
      <Row justify="between" gap={2}>
        <Text tone="muted">
          {[`${formatDateTime(appointment.starts_at)} Uhr`, formatUnits(appointment.units), appointment.location]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        {appointment.cancelled_at === null && !hasBegun && (
          <Button icon="invite" onClick={() => setEntering(true)}>
            Person eintragen
          </Button>
        )}
        {hasRoom && codeBar === null && (
          <ButtonLink component={Link} to={`/academy/dates/${appointment.id}/code`} icon="eye">
            Code für den Raum zeigen
          </ButtonLink>
        )}
        {codeBar !== null && (
          <Text variant="small" tone="muted">
            {codeBar}
          </Text>
        )}
      </Row>
      {appointment.cancelled_at !== null && (
        <Alert tone="warning" title="Dieser Termin wurde abgesagt.">
          Anwesenheit kann nicht eingetragen werden. Alle haben eine Nachricht bekommen; hier steht, wen Sie anrufen
          können.
        </Alert>
      )}
      {isEntering && <EnterPersonDialog dateId={appointment.id} onClose={() => setEntering(false)} />}
      <SelectedPeople list={list} selection={selection} />
      {lost.length > 0 && <CancelledList lost={lost} tickOf={selection.tickOf} />}
      {appointment.cancelled_at === null && !isRunning && (
        <Alert title={`Dieser ${part === null ? 'Termin' : 'Teil'} hat noch nicht begonnen.`}>
          {`Anwesenheit können Sie ab ${formatDateTime(appointment.starts_at)} Uhr eintragen.`}
        </Alert>
      )}
      {(appointment.cancelled_at === null || placed.length > 0) && (
        <Card
          level={2}
          title={
            appointment.cancelled_at === null
              ? `Mit Platz (${placed.length} von ${appointment.capacity})`
              : `Anwesenheit (${placed.length})`
          }
          subtitle={isRunning ? `Anwesenheit von ${formatCount(ticked, 'Person', 'Personen')} eingetragen` : undefined}
          aside={
            isOpen && placed.some(isTickable) ? (
              <Button size="small" disabled={ticking.isSaving} onClick={ticking.chooseAll}>
                Alle Übrigen anwesend
              </Button>
            ) : undefined
          }
        >
          {placed.length === 0 ? (
            <EmptyState icon="trainees" title="Noch niemand">
              Sobald jemand diesen Termin wählt, steht die Person hier.
            </EmptyState>
          ) : (
            <Stack as="ul" gap={0} sx={LIST}>
              {placed.map((participant) => (
                <ParticipantRow
                  key={participant.user_id}
                  participant={participant}
                  choice={choiceOf(participant, ticking.draft)}
                  error={ticking.errorOf(participant.user_id)}
                  isOpen={isOpen}
                  disabled={!isOpen || ticking.isSaving}
                  onChoose={(choice) => ticking.choose(participant, choice)}
                  tick={selection.tickOf(participant)}
                />
              ))}
            </Stack>
          )}
          {ticking.changes > 0 && (
            <Row gap={1} role="status">
              <Button variant="primary" loading={ticking.isSaving} onClick={ticking.save}>
                {`Speichern (${formatCount(ticking.changes, 'Änderung', 'Änderungen')})`}
              </Button>
              <Button disabled={ticking.isSaving} onClick={ticking.discard}>
                Verwerfen
              </Button>
            </Row>
          )}
        </Card>
      )}
      {waiting.length > 0 && (
        <WaitingList
          dateId={appointment.id}
          waiting={waiting}
          isOpen={!hasBegun && appointment.cancelled_at === null}
          tickOf={selection.tickOf}
        />
      )}
      {list.messages.length > 0 && <DateMessages messages={list.messages} />}
      <ConfirmDialog
        open={ticking.revoked.length > 0}
        danger
        title={ticking.revoked.length === 1 ? 'Zertifikat widerrufen?' : 'Zertifikate widerrufen?'}
        confirmLabel="Speichern und widerrufen"
        busy={ticking.isSaving}
        onConfirm={ticking.confirm}
        onCancel={ticking.keep}
      >
        {`Betroffen: ${endSentence(ticking.revoked.join(', '))} Mit dieser Änderung gilt die Teilnahmebescheinigung nicht mehr und, wenn dadurch Einheiten fehlen, auch das Zertifikat des Seminars nicht. Die öffentliche Prüfung zeigt beide als widerrufen. Wer weiter ${part === null ? 'teilweise anwesend war' : 'genug Teile besucht hat'}, bekommt eine neue Bescheinigung. Jede Person wird benachrichtigt.`}
      </ConfirmDialog>
    </Stack>
  );
}
