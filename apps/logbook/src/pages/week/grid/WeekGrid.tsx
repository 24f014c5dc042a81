import { Fragment, useId, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useDataClient } from '@nemus/area';
import { addDays } from '@nemus/area/calendar';
import { useSession } from '@nemus/contract/react';
import { caseName, formatMinutes, HOUR_CATEGORY_LABELS, logbookWeekQuery, type HourCategory } from '@nemus/data';
import { Alert, Box, Button, Card, formatCount, Row, SkeletonCard, Stack, Text, useMobile } from '@nemus/ui';
import { flushSync } from 'react-dom';
import { durationProblem, readDurations } from '../../../entries/duration';
import { dayLabel, daysOf, today } from '../../../week/week';
import { weekRead } from '../../../week/week-read';
import { AddRow } from './AddRow';
import { DayButtons } from './DayButtons';
import { GridCellField } from './GridCellField';
import { GridConfirmers } from './GridConfirmers';
import { nextCell, type GridPlace } from './grid-keys';
import { rowKey, rowsOf, type GridRow } from './grid-rows';
import { placeBlock, readBlock } from './paste-block';
import { useGridCells, type GridData } from './useGridCells';

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);

/** The table's cells; those of days are narrow. */
const TABLE = {
  width: '100%',
  borderCollapse: 'collapse',
  tableLayout: { xs: 'auto', md: 'fixed' },
  '& th, & td': { padding: '4px', textAlign: 'start', verticalAlign: 'top', fontWeight: 'inherit' },
  '& tbody tr + tr > *, & tfoot tr > *': { borderTop: 1, borderColor: 'divider' },
  '& input': { paddingInline: '8px', minHeight: { xs: 44, md: 36 }, paddingBlock: '4px' },
} as const;

/**
 * A week as a table for people who enter it at once: a row for each kind and case, a column for each day. On phones one
 * day at a time. Keys are those of a spreadsheet.
 */
export function WeekGrid({
  monday,
  data,
  day: shownDay,
  onDay,
}: {
  monday: string;
  data: GridData;
  /** The day that phones show, 0 to 6. */
  day: number;
  onDay: (day: number) => void;
}) {
  const { userId } = useSession();
  const mobile = useMobile();
  const before = useQuery(weekRead(logbookWeekQuery(useDataClient(), userId, addDays(monday, -7))));
  const [added, setAdded] = useState<readonly GridRow[]>([]);
  const [confirmers, setConfirmers] = useState<Readonly<Partial<Record<HourCategory, string>>>>({});
  const [said, setSaid] = useState('');
  const [keeps, setKeeps] = useState(true);
  const table = useRef<HTMLElement>(null);
  const why = useId();
  const { cell, write, addSession, save, setConfirmer } = useGridCells(data, confirmers);

  const { entries, kept, choices } = data;
  const { cases } = choices;
  const days = daysOf(monday);
  const shown = mobile ? [shownDay] : days.map((_, place) => place);
  const rows = rowsOf({ entries, kept, before: before.data?.entries ?? [], added }, cases, monday);
  const caseOf = ({ case_id: of }: GridRow) => {
    const found = cases.find(({ id }) => id === of);
    return found === undefined ? [] : [caseName(found)];
  };
  const nameOf = (row: GridRow) => [HOUR_CATEGORY_LABELS[row.category], ...caseOf(row)].join(', ');
  const isFree = (row: number, day: number) => {
    const [one, on] = [rows[row], days[day]];
    if (one === undefined || on === undefined || on > today()) return false;
    const closed = cases.find(({ id }) => id === one.case_id)?.closed_on ?? null;
    return closed === null || closed >= on;
  };

  const focus = ({ row, day }: GridPlace) => {
    if (mobile && day !== shownDay) flushSync(() => onDay(day));
    const field = table.current?.querySelector(`[data-cell="${row} ${day}"]`);
    if (field instanceof HTMLElement) field.focus();
  };
  const size = { rows: rows.length, days: days.length };
  const move = (from: GridPlace, by: GridPlace) => {
    const next =
      nextCell(from, by, size, isFree) ??
      // After the last row comes the next day.
      (by.row === 1 ? nextCell({ row: -1, day: from.day + 1 }, { row: 1, day: 0 }, size, isFree) : null);
    if (next !== null) focus(next);
  };
  const paste = (from: GridPlace, text: string) => {
    const isOpen = (row: number, day: number) => {
      const [one, on] = [rows[row], days[day]];
      return isFree(row, day) && one !== undefined && on !== undefined && cell(one, on).isPlain;
    };
    const { placed, left } = placeBlock(readBlock(text), from, isOpen);
    const stored = placed.map(({ row, day, text: value }) => {
      const [one, on] = [rows[row], days[day]];
      return one === undefined || on === undefined || write(one, on, value);
    });
    setKeeps(stored.every(Boolean));
    const values = (count: number) => formatCount(count, 'Wert', 'Werte');
    setSaid(
      `${values(placed.length)} eingefügt.${left > 0 ? ` ${values(left)} passten in keine freie Zelle und fehlen.` : ''}`,
    );
  };

  const all = rows.flatMap((row, at) =>
    days.map((on, day) => ({ row, on, place: { row: at, day }, cell: cell(row, on) })),
  );
  const typed = all.filter(({ cell: { text } }) => text !== '');
  const faults = typed.flatMap(({ row, on, place, cell: { text, problem } }) => {
    const message = problem ?? durationProblem(text);
    return message === null ? [] : [{ place, name: `${nameOf(row)}, ${dayLabel(on)}`, message }];
  });
  const count = sumOf(typed.map(({ cell: { text } }) => readDurations(text)?.length ?? 0));
  const saveAll = () => {
    setSaid('');
    const unread = typed.filter(({ row, on }) => !save(row, on));
    const [first] = unread;
    if (first !== undefined) focus(first.place);
    else if (typed.length > 0) setSaid(`${formatCount(count, 'Eintrag wird', 'Einträge werden')} gespeichert.`);
  };
  const minutesAt = (wanted: (one: (typeof all)[number]) => boolean) =>
    formatMinutes(sumOf(all.filter(wanted).map(({ cell: { stored, sent, minutes } }) => stored + sent + minutes)));

  if (before.isLoading) return <SkeletonCard lines={4} />;
  return (
    <Card level={2} title="Woche als Tabelle" sx={{ gap: 1 }}>
      <Stack gap={1.5}>
        {!keeps && (
          <Alert tone="warning" title="Ihr Browser bewahrt gerade nichts auf">
            Was Sie tippen, geht verloren, wenn Sie diese Seite schließen, bevor es gespeichert ist.
          </Alert>
        )}
        <GridConfirmers
          categories={[...new Set(rows.map(({ category }) => category))]}
          days={days}
          people={choices.confirmers}
          valueOf={(category) => confirmers[category] ?? data.remembered[category]?.confirmer_id ?? ''}
          onChoose={(category, who) => {
            setConfirmers({ ...confirmers, [category]: who });
            setConfirmer(category, who);
          }}
        />
        {mobile && (
          <DayButtons
            days={days}
            shown={shownDay}
            minutesOf={(on) => minutesAt((one) => one.on === on)}
            onChoose={onDay}
          />
        )}
        <Box component="table" ref={table} sx={TABLE} aria-label="Woche als Tabelle">
          <thead>
            <tr>
              <Box component="th" scope="col" sx={{ width: { md: '22%' } }}>
                <Text as="span" variant="caption" tone="muted">
                  Kategorie und Fall
                </Text>
              </Box>
              {shown.map((day) => (
                <th key={day} scope="col">
                  <DayHead day={days[day] ?? ''} />
                </th>
              ))}
              <th scope="col">
                <Text as="span" variant="caption" tone="muted">
                  {mobile ? 'Woche' : 'Summe'}
                </Text>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr key={rowKey(row)}>
                <th scope="row">
                  <Text as="span" variant="small" strong>
                    {HOUR_CATEGORY_LABELS[row.category]}
                    {/* A code is not broken. */}
                    {caseOf(row).map((code) => (
                      <Fragment key={code}>
                        {', '}
                        <Box component="span" sx={{ display: 'inline-block' }}>
                          {code}
                        </Box>
                      </Fragment>
                    ))}
                  </Text>
                </th>
                {shown.map((day) => {
                  const on = days[day] ?? '';
                  const place = { row: at, day };
                  const one = cell(row, on);
                  return (
                    <td key={day}>
                      {isFree(at, day) || one.text !== '' ? (
                        <GridCellField
                          label={`${nameOf(row)}, ${dayLabel(on)}`}
                          place={place}
                          cell={one}
                          onText={(text) => {
                            setSaid('');
                            setKeeps(write(row, on, text));
                          }}
                          onSession={() => setKeeps(addSession(row, on))}
                          onMove={(by) => move(place, by)}
                          onSave={saveAll}
                          onPaste={(text) => paste(place, text)}
                        />
                      ) : (
                        <Text variant="caption" tone="muted">
                          {one.stored > 0 ? `✓ ${one.stored}` : on > today() ? 'Kommt noch' : 'Fall zu'}
                        </Text>
                      )}
                    </td>
                  );
                })}
                <td>
                  <Text variant="small" numeric>
                    {minutesAt((one) => one.place.row === at)}
                  </Text>
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">
                <Text as="span" variant="small" tone="muted">
                  Summe
                </Text>
              </th>
              {shown.map((day) => (
                <td key={day}>
                  <Text variant="small" numeric>
                    {minutesAt((one) => one.place.day === day)}
                  </Text>
                </td>
              ))}
              <td>
                <Text variant="small" strong numeric>
                  {minutesAt(() => true)}
                </Text>
              </td>
            </tr>
          </tfoot>
        </Box>
        {faults.length > 0 && (
          <Alert tone="error" title={`${formatCount(faults.length, 'Feld', 'Felder')} mit Fehler`}>
            <Stack as="ul" gap={0} sx={{ listStyle: 'none', padding: 0, margin: 0 }}>
              {faults.map(({ place, name, message }) => (
                <li key={`${place.row} ${place.day}`}>
                  <Button size="small" variant="quiet" onClick={() => focus(place)}>
                    {name}
                  </Button>{' '}
                  {message}
                </li>
              ))}
            </Stack>
          </Alert>
        )}
        <Row sx={{ position: 'sticky', bottom: 0, zIndex: 1, paddingBlock: 0.5, backgroundColor: 'background.paper' }}>
          <Button
            variant="primary"
            icon="check"
            disabled={typed.length === 0}
            aria-describedby={typed.length === 0 ? why : undefined}
            onClick={saveAll}
          >
            {count === 0 ? 'Einträge speichern' : `${formatCount(count, 'Eintrag', 'Einträge')} speichern`}
          </Button>
          <Text role="status" variant="small" tone="muted">
            {said}
          </Text>
          {typed.length === 0 && said === '' && (
            <Text id={why} variant="small" tone="muted">
              Noch nichts getippt.
            </Text>
          )}
          <Text variant="caption" tone="muted" sx={{ display: { xs: 'none', md: 'block' } }}>
            Minuten, 1:30 oder 5 × 50. Leertaste: eine Sitzung mehr, Enter: nächste Zeile, Strg + Enter speichert
          </Text>
        </Row>
        <AddRow
          cases={cases.filter(({ closed_on: closed }) => closed === null || closed >= monday)}
          onAdd={(row) => {
            flushSync(() => setAdded([...added.filter((each) => rowKey(each) !== rowKey(row)), row]));
            const at = rowsOf(
              { entries, kept, before: before.data?.entries ?? [], added: [...added, row] },
              cases,
              monday,
            ).findIndex((each) => rowKey(each) === rowKey(row));
            const first = days.findIndex((_, day) => isFree(at, day));
            focus({ row: at, day: mobile ? shownDay : Math.max(first, 0) });
          }}
        />
      </Stack>
    </Card>
  );
}

/** `Mo 23.11.` */
function DayHead({ day }: { day: string }) {
  const [name = '', date = ''] = dayLabel(day).split(', ');
  return (
    <Text as="span" variant="caption" tone="muted">
      {`${name.slice(0, 2)} ${date}`}
    </Text>
  );
}
