import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { QueryPart, useDataClient } from '@nemus/area';
import { addDays } from '@nemus/area/calendar';
import { useSession } from '@nemus/contract/react';
import {
  COMPETENCY_LABELS,
  formatMinutes,
  HOUR_CATEGORY_LABELS,
  logbookWeekQuery,
  type LogbookEntry,
} from '@nemus/data';
import { Button, Checkbox, Dialog, formatCount, SkeletonCard, Stack, Text } from '@nemus/ui';
import { copyOf } from '../../entries/entry-form';
import { saveLocalEntry } from '../../outbox/local-entries';
import { dayLabel, today, weekLabel } from '../../week/week';

/** The entries of last week to copy: everything except corrections and what they replaced, up to today. */
const copiesOf = (entries: readonly LogbookEntry[]) =>
  entries
    .filter(({ corrects, corrected_by: corrected }) => corrects === null && corrected === null)
    .map((entry) => ({ entry, day: addDays(entry.done_on, 7) }));

const lineOf = (entry: LogbookEntry, day: string) =>
  `${dayLabel(day)}: ${HOUR_CATEGORY_LABELS[entry.category]}, ${formatMinutes(entry.minutes)}`;

/** What tells an entry from another one of the same day, kind and duration. */
function factsOf(entry: LogbookEntry, copies: ReturnType<typeof copiesOf>): string[] {
  const facts = (one: LogbookEntry) =>
    [
      one.case_code,
      one.site,
      one.confirmer && `an ${one.confirmer}`,
      one.competency && COMPETENCY_LABELS[one.competency],
    ]
      .filter((fact) => fact !== null)
      .join(' · ');
  const alike = copies
    .map((copy) => copy.entry)
    .filter((one) => lineOf(one, one.done_on) === lineOf(entry, entry.done_on) && facts(one) === facts(entry));
  const place = alike.indexOf(entry) + 1;
  return [facts(entry), alike.length > 1 ? `${place}. von ${alike.length} gleichen` : ''].filter((part) => part !== '');
}

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
            <Stack gap={1}>
              {chosen.length === 0 && (
                <Text variant="small">Kreuzen Sie mindestens einen Eintrag eines vergangenen Tages an.</Text>
              )}
              <Stack gap={0} as="ul" role="list" sx={{ listStyle: 'none', padding: 0, margin: 0 }}>
                {copies.map(({ entry, day }) => (
                  <li key={entry.id}>
                    <Checkbox
                      label={lineOf(entry, day)}
                      hint={
                        [...factsOf(entry, copies), ...(day > now ? ['Dieser Tag kommt noch.'] : [])].join(' · ') ||
                        undefined
                      }
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
            </Stack>
          )
        }
      </QueryPart>
    </Dialog>
  );
}
