import { Alert, Button, formatCount } from '@nemus/ui';
import { Link } from 'react-router-dom';
import { isStorageWorking } from '../../outbox/local-entries';
import type { Outbox } from '../../outbox/useOutbox';
import { daysOf, hasWeek, mondayOf, weekLabel, weekName } from '../../week/week';
import { ConflictCard, isConflict } from './ConflictCard';

/** The entries on this device that are not on the server: pending, refused, and conflicting. */
export function OutboxNotice({ outbox, monday }: { outbox: Outbox; monday: string }) {
  const { kept, unreached, retry } = outbox;
  const days = daysOf(monday);
  const waiting = kept.filter(({ wanted, problem }) => wanted && problem === null).length;
  const elsewhere = [
    ...new Set(
      kept
        .filter((entry) => hasWeek(entry.form.done_on) && !days.includes(entry.form.done_on) && !isConflict(entry))
        .map(({ form }) => mondayOf(form.done_on)),
    ),
  ];
  return (
    <>
      {unreached && waiting > 0 && (
        <Alert
          tone="warning"
          title={`${formatCount(waiting, 'Eintrag wartet', 'Einträge warten')} auf diesem Gerät`}
          actions={
            <Button size="small" icon="refresh" onClick={retry}>
              Jetzt hochladen
            </Button>
          }
        >
          Der Server ist gerade nicht erreichbar. Sobald die Verbindung da ist,{' '}
          {waiting === 1 ? 'wird er' : 'werden sie'} von selbst hochgeladen
          {isStorageWorking()
            ? '; diese Seite können Sie schließen.'
            : '. Bitte lassen Sie diese Seite so lange offen.'}
        </Alert>
      )}
      {kept.filter(isConflict).map((entry) => (
        <ConflictCard key={entry.id} kept={entry} />
      ))}
      {elsewhere.length > 0 && (
        <Alert tone="info" title="Auf diesem Gerät liegen Entwürfe anderer Wochen">
          {elsewhere.map((other, place) => (
            <span key={other}>
              {place > 0 && ', '}
              <Link to={`/logbook?woche=${weekName(other)}`}>{weekLabel(other)}</Link>
            </span>
          ))}
        </Alert>
      )}
    </>
  );
}
