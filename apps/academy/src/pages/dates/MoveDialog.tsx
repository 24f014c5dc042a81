import { useState } from 'react';
import { reasonOf } from '@nemus/area';
import { addDays, daysBetween } from '@nemus/area/calendar';
import { DataError, type TeachingDateDetails } from '@nemus/data';
import { Button, Dialog, FormError, isDay, RadioGroup, Stack, Text } from '@nemus/ui';
import { canPreview, hasTimes, valuesOf, type DateErrors, type DateValues } from './date-form';
import { notifiedText } from './notified-text';
import { followingOptions, type Scope } from './following';
import { MovePreview } from './MovePreview';
import { TimesFields } from './TimesFields';
import { useDateChanges } from './useDateChanges';

/** Moves a date, or it and the later ones of its series, and says who will be notified. */
export function MoveDialog({ date, onClose }: { date: TeachingDateDetails; onClose: () => void }) {
  const [values, setValues] = useState(() => ({ ...valuesOf(date), changeUntil: '' }));
  // Days between the first and the last: kept while another first day is typed.
  const [length, setLength] = useState(() => lengthOf(values));
  const change = (changed: Partial<DateValues>) => {
    const next = { ...values, ...changed };
    if (changed.endsDay !== undefined) setLength(lengthOf(next));
    const moves = changed.day !== undefined && isDay(changed.day) && length !== null;
    setValues(moves ? { ...next, endsDay: addDays(next.day, length) } : next);
  };
  const [scope, setScope] = useState<Scope>('one');
  const { move } = useDateChanges();
  const { error } = move;
  const words = error === null ? [] : [reasonOf(error)];
  const errors: DateErrors =
    error instanceof DataError && error.field !== undefined ? { [error.field]: error.message } : {};
  const following = scope === 'following';
  const { day, starts, ends, endsDay } = values;
  const complete = hasTimes(values);
  const times = { day, starts, ends, ...(endsDay !== '' && { ends_day: endsDay }) };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Termin verschieben"
      description={date.title}
      actions={
        <>
          <Button onClick={onClose}>Nicht verschieben</Button>
          <Button
            variant="primary"
            loading={move.isPending}
            disabled={!complete}
            onClick={() => move.mutate({ id: date.id, following, times }, { onSuccess: onClose })}
          >
            Verschieben
          </Button>
        </>
      }
    >
      <Stack gap={2.5}>
        <FormError title="Der Termin ist nicht verschoben" errors={words} />
        <TimesFields values={values} errors={errors} onChange={change} />
        {date.following !== null && date.following.dates > 1 && (
          <RadioGroup
            label="Welche Termine verschieben sich?"
            hint="Die folgenden verschieben sich um ebenso viele Tage und auf dieselbe Uhrzeit."
            options={followingOptions(date.following.dates)}
            value={scope}
            onValueChange={setScope}
          />
        )}
        {canPreview(values) ? (
          <MovePreview id={date.id} following={following} times={times} />
        ) : (
          <Text variant="small" tone="muted">
            Nach Tag, Beginn und einem späteren Ende sehen Sie hier, wohin sich was verschiebt.
          </Text>
        )}
        <Text variant="small">{notifiedText(date, following, 'einer Nachricht mit dem neuen Kalendereintrag')}</Text>
      </Stack>
    </Dialog>
  );
}

/** Days from the first to the last; null for a date of one day, or while one of them is being typed. */
const lengthOf = ({ day, endsDay }: DateValues): number | null =>
  isDay(day) && isDay(endsDay) ? daysBetween(day, endsDay) : null;
