import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { QueryPart, useDataClient } from '@nemus/area';
import { addDays } from '@nemus/area/calendar';
import { useSession } from '@nemus/contract/react';
import { formatMinutes, HOUR_CATEGORY_LABELS, logbookWeekQuery, type LogbookEntry } from '@nemus/data';
import { Button, Checkbox, Dialog, formatCount, SkeletonCard, Stack, Text } from '@nemus/ui';
import { copyOf } from '../../entries/entry-form';
import { saveLocalEntry } from '../../outbox/local-entries';
import { dayLabel, today, weekLabel } from '../../week/week';

/** The entries of last week to copy: everything except corrections and what they replaced, up to today. */
const copiesOf = (entries: readonly LogbookEntry[]) =>
  entries
    .filter(({ corrects, corrected_by: corrected }) => corrects === null && corrected === null)
    .map((entry) => ({ entry, day: addDays(entry.done_on, 7) }));

/** Previews last week's entries for this week, and creates drafts of the ticked ones. */
export function CopyWeekDialog({ monday, onClose }: { monday: string; onClose: () => void }) {
  const client = useDataClient();
  const { userId } = useSession();
  const week = useQuery(logbookWeekQuery(client, userId, addDays(monday, -7)));
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const now = today();
  const copies = copiesOf(week.data?.entries ?? []);
  const chosen = copies.filter(({ entry, day }) => day <= now && !left.has(entry.id));
  const copy = () => {
    for (const { entry, day } of chosen) {
      saveLocalEntry(userId, {
        id: crypto.randomUUID(),
        revision: null,
        form: copyOf(entry, day),
        wanted: true,
        problem: null,
      });
    }
    onClose();
  };
  return (
    <Dialog
      open
      title="Wie letzte Woche"
      description={`Einträge der ${weekLabel(addDays(monday, -7))} als Entwürfe dieser Woche, ohne ihre Notizen.`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Abbrechen</Button>
          <Button variant="primary" disabled={chosen.length === 0} onClick={copy}>
            {chosen.length === 0 ? 'Übernehmen' : `${formatCount(chosen.length, 'Eintrag', 'Einträge')} übernehmen`}
          </Button>
        </>
      }
    >
      <QueryPart query={week} title="Einträge der letzten Woche" loading={<SkeletonCard lines={3} />}>
        {() =>
          copies.length === 0 ? (
            <Text>In der letzten Woche steht nichts.</Text>
          ) : (
            <Stack gap={0} as="ul" role="list" sx={{ listStyle: 'none', padding: 0, margin: 0 }}>
              {copies.map(({ entry, day }) => (
                <li key={entry.id}>
                  <Checkbox
                    label={`${dayLabel(day)}: ${HOUR_CATEGORY_LABELS[entry.category]}, ${formatMinutes(entry.minutes)}`}
                    hint={day > now ? 'Dieser Tag kommt noch.' : undefined}
                    disabled={day > now}
                    checked={day <= now && !left.has(entry.id)}
                    onChange={({ target }) => {
                      const next = new Set(left);
                      if (target.checked) next.delete(entry.id);
                      else next.add(entry.id);
                      setLeft(next);
                    }}
                  />
                </li>
              ))}
            </Stack>
          )
        }
      </QueryPart>
    </Dialog>
  );
}
