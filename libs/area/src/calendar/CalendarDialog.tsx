import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { usePorts, useSession } from '@nemus/contract/react';
import { calendarQuery, endCalendar, renewCalendar, type Calendar, type CalendarOwner } from '@nemus/data';
import {
  Alert,
  Button,
  ButtonLink,
  Dialog,
  formatDateTime,
  Row,
  SkeletonRows,
  Stack,
  Text,
  TextField,
} from '@nemus/ui';
import { CopyButton } from '../actions/CopyButton';
import { reasonOf } from '../actions/reason';
import { useAction } from '../actions/useAction';
import { useDataClient } from '../reads/data-client';
import { QueryPart } from '../reads/QueryPart';

/** Starts, renews and ends a calendar subscription: the own one, or by staff that of a teacher or a room. */
export function CalendarDialog({
  teacher,
  room,
  onClose,
}: {
  teacher?: { readonly id: string; readonly name: string };
  room?: { readonly id: string; readonly name: string };
  onClose: () => void;
}) {
  const owner = teacher?.id ?? (room && { room: room.id });
  const named = teacher ?? room;
  const client = useDataClient();
  const { userId } = useSession();
  const query = useQuery(calendarQuery(client, userId, owner));
  return (
    <Dialog
      open
      onClose={onClose}
      title="Kalender abonnieren"
      {...(named !== undefined && { description: named.name })}
      actions={<Button onClick={onClose}>Schließen</Button>}
    >
      <QueryPart query={query} title="Das Kalenderabo" loading={<SkeletonRows count={2} />}>
        {(calendar) => <Subscription calendar={calendar} owner={owner} />}
      </QueryPart>
    </Dialog>
  );
}

/** What the calendar shows, for each kind of owner. */
function contentOf(owner: CalendarOwner | undefined): string {
  if (owner === undefined)
    return 'Ihr Kalender zeigt dann alle Termine, an denen Sie teilnehmen oder lehren, und übernimmt Verschiebungen und Absagen von selbst.';
  return typeof owner === 'string'
    ? 'Der Kalender dieser Person zeigt dann alle Termine, an denen sie lehrt, und übernimmt Verschiebungen und Absagen von selbst. Geben Sie die Adresse nur ihr.'
    : 'Der Kalender zeigt dann alle Termine in diesem Raum, und übernimmt Verschiebungen und Absagen von selbst. Wer teilnimmt, steht nicht darin.';
}

function Subscription({ calendar, owner }: { calendar: Calendar | null; owner: CalendarOwner | undefined }) {
  const client = useDataClient();
  const queries = useQueryClient();
  const { notify } = usePorts();
  const [asked, setAsked] = useState<'renew' | 'end' | null>(null);
  const [url, setUrl] = useState<string | null>(null);
  const refresh = () => {
    setAsked(null);
    return queries.invalidateQueries({ queryKey: ['calendar'] });
  };
  const renew = useAction({
    mutationFn: () => renewCalendar(client, owner),
    onSuccess: (address) => {
      setUrl(address);
      void refresh();
    },
  });
  const end = useAction({
    mutationFn: () => endCalendar(client, owner),
    onSuccess: () => {
      setUrl(null);
      notify({ kind: 'success', title: 'Kalenderabo beendet' });
      void refresh();
    },
  });
  const busy = renew.isPending || end.isPending;
  const error = renew.error ?? end.error;
  return (
    <Stack gap={2}>
      {error !== null && <Alert tone="error">{reasonOf(error)}</Alert>}
      <Text>{contentOf(owner)}</Text>
      {url !== null && <Address url={url} />}
      {calendar === null ? (
        <Row>
          <Button variant="primary" icon="appointments" loading={renew.isPending} onClick={() => renew.mutate()}>
            Adresse erzeugen
          </Button>
        </Row>
      ) : (
        <>
          <Text variant="small" tone="muted" numeric>
            {stateOf(calendar)}
          </Text>
          {asked === null ? (
            <Row>
              <Button icon="refresh" onClick={() => setAsked('renew')}>
                Neue Adresse
              </Button>
              <Button variant="quiet" onClick={() => setAsked('end')}>
                Abo beenden
              </Button>
            </Row>
          ) : (
            <Alert
              tone="warning"
              title={asked === 'renew' ? 'Neue Adresse erzeugen?' : 'Abo beenden?'}
              actions={
                <>
                  <Button size="small" disabled={busy} onClick={() => setAsked(null)}>
                    Abbrechen
                  </Button>
                  <Button
                    size="small"
                    variant={asked === 'renew' ? 'primary' : 'danger'}
                    loading={busy}
                    onClick={() => (asked === 'renew' ? renew.mutate() : end.mutate())}
                  >
                    {asked === 'renew' ? 'Neue Adresse erzeugen' : 'Abo beenden'}
                  </Button>
                </>
              }
            >
              Die bisherige Adresse gilt dann nicht mehr: Kalender, die sie abonniert haben, bekommen nichts Neues.
            </Alert>
          )}
        </>
      )}
    </Stack>
  );
}

/** The new address. It is stored nowhere, so it is shown once. */
function Address({ url }: { url: string }) {
  return (
    <Stack gap={1}>
      <TextField
        label="Geheime Adresse"
        hint="Kopieren Sie sie jetzt: Sie wird nur dieses eine Mal angezeigt. Wer sie kennt, sieht Titel, Zeit, Ort und Leitung der Termine. Zugänge zu Online-Terminen stehen nicht darin."
        value={url}
        readOnly
        onFocus={({ target }) => target.select()}
      />
      <Row>
        <CopyButton text={url} label="Kopieren" />
        <ButtonLink size="small" href={url.replace(/^https?:/, 'webcal:')} iconEnd="external">
          In der Kalender-App öffnen
        </ButtonLink>
      </Row>
    </Stack>
  );
}

function stateOf({ created_at: since, last_read_at: read }: Calendar): string {
  const start = `Eingerichtet am ${formatDateTime(since)} Uhr.`;
  return read === null
    ? `${start} Noch kein Kalender hat die Adresse abgerufen.`
    : `${start} Zuletzt abgerufen am ${formatDateTime(read)} Uhr.`;
}
