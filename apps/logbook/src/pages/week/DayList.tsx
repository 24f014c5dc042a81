import { useId, type ReactNode } from 'react';
import type { LogbookEntry } from '@nemus/data';
import { Box, IconButton, Row, Stack, Surface, Text } from '@nemus/ui';
import type { EntryForm } from '../../entries/entry-form';
import type { EntryActions } from '../../entries/useEntryActions';
import type { LocalEntry } from '../../outbox/local-entries';
import { dayLabel, daysOf, hasWeek, today } from '../../week/week';
import { EntryRow, KeptRow } from './EntryRow';

/** The days of a week with their entries, a line each; local ones replace the versions that they change. */
export function DayList({
  monday,
  entries,
  kept,
  openId,
  actions,
  onAdd,
  onEdit,
  onCorrect,
  onEditKept,
  onDrop,
}: {
  monday: string;
  entries: readonly LogbookEntry[];
  kept: readonly LocalEntry[];
  /** The entry in the form. */
  openId: string;
  actions: EntryActions;
  /** A new entry of a day. */
  onAdd: (day: string) => void;
  onEdit: (entry: LogbookEntry, focus: keyof EntryForm) => void;
  onCorrect: (entry: LogbookEntry) => void;
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
    <Surface padding="none" sx={{ paddingInline: { xs: 1.5, sm: 2 } }}>
      {undated.length > 0 && <Day title="Ohne Datum">{undated.map(localRow)}</Day>}
      {daysOf(monday).map((day) => {
        const stored = entries.filter((entry) => entry.done_on === day && !here.has(entry.id));
        const own = kept.filter(({ form }) => form.done_on === day);
        return (
          <Day key={day} title={dayLabel(day)} onAdd={day > now ? undefined : () => onAdd(day)}>
            {stored.length + own.length === 0
              ? null
              : [
                  ...stored.map((entry) => (
                    <EntryRow
                      key={entry.id}
                      entry={entry}
                      actions={actions}
                      onEdit={(focus) => onEdit(entry, focus)}
                      onCorrect={() => onCorrect(entry)}
                    />
                  )),
                  ...own.map(localRow),
                ]}
          </Day>
        );
      })}
    </Surface>
  );
}

function Day({ title, onAdd, children }: { title: string; onAdd?: (() => void) | undefined; children: ReactNode }) {
  const id = useId();
  return (
    <Box
      component="section"
      aria-labelledby={id}
      sx={{
        display: 'grid',
        gap: { xs: 0, md: 1 },
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '12rem minmax(0, 1fr)' },
        paddingBlock: 0.25,
        '& + &': { borderTop: 1, borderColor: 'divider' },
      }}
    >
      <Row wrap={false} justify="between" align="start" sx={{ minHeight: 28 }}>
        <Text as="h2" variant="label" id={id} sx={{ paddingBlock: '4px' }}>
          {title}
        </Text>
        {onAdd !== undefined && (
          <IconButton
            icon="add"
            size="small"
            label={`Neuer Eintrag: ${title}`}
            onClick={onAdd}
            sx={{ height: { xs: 34, md: 28 } }}
          />
        )}
      </Row>
      {children === null ? (
        <Text variant="small" tone="muted" sx={{ paddingBlock: { md: '4px' }, display: { xs: 'none', md: 'block' } }}>
          {onAdd === undefined ? 'Dieser Tag kommt noch.' : 'Kein Eintrag.'}
        </Text>
      ) : (
        <Stack gap={0} as="ul" role="list" sx={{ listStyle: 'none', padding: 0, margin: 0 }}>
          {children}
        </Stack>
      )}
    </Box>
  );
}
