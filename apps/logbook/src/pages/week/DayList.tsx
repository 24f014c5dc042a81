import type { LogbookEntry } from '@nemus/data';
import { Card, Stack, Text } from '@nemus/ui';
import type { EntryActions } from '../../entries/useEntryActions';
import type { LocalEntry } from '../../outbox/local-entries';
import { dayLabel, daysOf, hasWeek, today } from '../../week/week';
import { EntryRow, KeptRow } from './EntryRow';

/** The days of a week with their entries; local ones replace the versions that they change. */
export function DayList({
  monday,
  entries,
  kept,
  openId,
  actions,
  onEdit,
  onEditKept,
  onDrop,
}: {
  monday: string;
  entries: readonly LogbookEntry[];
  kept: readonly LocalEntry[];
  /** The entry in the form. */
  openId: string;
  actions: EntryActions;
  onEdit: (entry: LogbookEntry) => void;
  onEditKept: (kept: LocalEntry) => void;
  onDrop: (kept: LocalEntry) => void;
}) {
  const here = new Set(kept.map(({ id }) => id));
  const now = today();
  const localRow = (entry: LocalEntry) => (
    <KeptRow
      key={entry.id}
      kept={entry}
      isOpen={entry.id === openId}
      onEdit={() => onEditKept(entry)}
      onDrop={() => onDrop(entry)}
    />
  );
  const undated = kept.filter(({ form }) => !hasWeek(form.done_on));
  return (
    <Stack gap={1.5}>
      {undated.length > 0 && (
        <Card level={2} as="section" title="Ohne Datum">
          <Stack gap={2} as="ul" role="list" sx={{ listStyle: 'none', padding: 0, margin: 0 }}>
            {undated.map(localRow)}
          </Stack>
        </Card>
      )}
      {daysOf(monday).map((day) => {
        const stored = entries.filter((entry) => entry.done_on === day && !here.has(entry.id));
        const own = kept.filter(({ form }) => form.done_on === day);
        return (
          <Card key={day} level={2} as="section" title={dayLabel(day)}>
            {stored.length + own.length === 0 ? (
              <Text variant="small" tone="muted">
                {day > now ? 'Dieser Tag kommt noch.' : 'Kein Eintrag.'}
              </Text>
            ) : (
              <Stack gap={2} as="ul" role="list" sx={{ listStyle: 'none', padding: 0, margin: 0 }}>
                {stored.map((entry) => (
                  <EntryRow key={entry.id} entry={entry} actions={actions} onEdit={() => onEdit(entry)} />
                ))}
                {own.map(localRow)}
              </Stack>
            )}
          </Card>
        );
      })}
    </Stack>
  );
}
