import { useDeferredValue, useMemo, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { LeaveGuard, QueryPart, reasonOf, useDataClient } from '@nemus/area';
import { readTable, TableFileButton } from '@nemus/area/tables';
import { usePorts, useSession } from '@nemus/contract/react';
import {
  logbookCasesQuery,
  logbookSitesQuery,
  possibleConfirmersQuery,
  wholeLogbookQuery,
  type WholeLogbookRow,
} from '@nemus/data';
import {
  Alert,
  Button,
  ButtonLink,
  Card,
  Form,
  FormActions,
  formatCount,
  formatNumber,
  ProgressBar,
  Row,
  SkeletonCard,
  TextArea,
} from '@nemus/ui';
import { Link } from 'react-router-dom';
import { LogbookPage } from '../../frame/LogbookPage';
import type { EntryChoices } from '../week/EntryFields';
import { missingColumn, readHourTable, type HourField, type HourTable } from './hour-columns';
import { readHourRows, type HourChoices } from './hour-rows';
import { HourColumns } from './HourColumns';
import { HourPreview } from './HourPreview';
import { HourResults } from './HourResults';
import { HourValues } from './HourValues';
import { isPlainNumber } from './read-hours';
import { useHourImport } from './useHourImport';

/** Longest list, in rows. */
const LONGEST_LIST = 2_000;
const NO_CHOICES: HourChoices = {
  unit: null,
  values: {},
  category: null,
  confirmer: null,
  again: false,
};

/** Takes over hours that were kept in a spreadsheet or another program, after a look at every row. */
export default function ImportPage() {
  const client = useDataClient();
  const { userId } = useSession();
  const present = useQuery({ ...wholeLogbookQuery(client, userId), staleTime: Number.POSITIVE_INFINITY });
  const sites = useQuery(logbookSitesQuery(client, userId)).data ?? [];
  const cases = useQuery(logbookCasesQuery(client, userId)).data ?? [];
  const confirmers = useQuery(possibleConfirmersQuery(client, userId)).data ?? [];
  return (
    <LogbookPage
      title="Stunden übernehmen"
      intro="Aus einer Tabelle oder einem anderen Programm, mit einer Vorschau jeder Zeile. Bestätigt werden sie wie alle anderen."
    >
      <QueryPart query={present} title="Ihr Logbuch" loading={<SkeletonCard lines={6} />}>
        {(rows) => <ImportForm present={rows} lists={{ sites, cases, confirmers }} />}
      </QueryPart>
    </LogbookPage>
  );
}

function ImportForm({ present, lists }: { present: readonly WholeLogbookRow[]; lists: EntryChoices }) {
  const { notify } = usePorts();
  const [text, setTyped] = useState('');
  const [fields, setFields] = useState<ReadonlyMap<number, HourField>>(new Map());
  const [choices, setChoices] = useState(NO_CHOICES);
  const { save, submit, done } = useHourImport();
  const setText = (next: string) => {
    // Another first line is another table.
    if (next.split('\n', 1)[0] !== text.split('\n', 1)[0]) {
      setFields(new Map());
      setChoices(NO_CHOICES);
    }
    setTyped(next);
  };
  const given = useDeferredValue(text);
  const table = useMemo(() => withFields(readHourTable(readTable(given)), fields), [given, fields]);
  const unit = choices.unit ?? table.unit;
  const place = table.columns.findIndex(({ field }) => field === 'minutes');
  const hasPlain = table.rows.some(({ cells }) => isPlainNumber(cells[place] ?? ''));
  const missing =
    missingColumn(table.columns) ??
    (hasPlain && unit === null ? 'Bitte wählen Sie, was die Zahlen in der Spalte Dauer sind.' : null);
  const tooLong = table.rows.length > LONGEST_LIST;
  const rows = useMemo(
    () => (missing === null && !tooLong ? readHourRows(table, { ...choices, unit }, lists, present) : []),
    [missing, tooLong, table, choices, unit, lists, present],
  );
  const good = rows.filter((row) => row.fields !== null);

  if (save.data) {
    const { refused } = save.data;
    const again = () => {
      save.reset();
      submit.reset();
      // Refused rows stay, to be edited.
      if (refused.length === 0) setText('');
    };
    return <HourResults result={save.data} submit={submit} onAgain={again} />;
  }
  return (
    <Form
      aria-label="Stunden übernehmen"
      onSubmit={(event) => {
        event.preventDefault();
        if (good.length > 0) save.mutate(good);
        else
          notify({
            kind: 'error',
            title: 'Nichts zu übernehmen',
            description: missing ?? 'Bitte fügen Sie eine Liste ein.',
          });
      }}
    >
      <LeaveGuard when={text.trim() !== ''} />
      <Card as="div">
        <TextArea
          label="Liste"
          rows={5}
          hint="Eine Zeile je Eintrag, mit Tag und Dauer. Aus Excel oder einer anderen Tabelle kopiert, oder als Datei."
          placeholder={'Datum; Art; Minuten; Notiz\n02.03.2026; Behandlung; 50; Exposition'}
          value={text}
          onChange={({ target }) => setText(target.value)}
          disabled={save.isPending}
          spellCheck={false}
        />
        <Row>
          <TableFileButton onText={setText} disabled={save.isPending} />
        </Row>
      </Card>
      {tooLong && (
        <Alert tone="error" title="Die Liste ist zu lang">
          Bitte teilen Sie sie auf: höchstens {formatNumber(LONGEST_LIST)} Zeilen auf einmal.
        </Alert>
      )}
      {table.rows.length > 0 && (
        <HourColumns
          table={table}
          missing={missing}
          unit={hasPlain ? unit : undefined}
          onField={(at, field) => setFields((now) => new Map(now).set(at, field))}
          onUnit={(next) => setChoices((now) => ({ ...now, unit: next }))}
        />
      )}
      {rows.length > 0 && (
        <>
          <HourValues
            table={table}
            choices={choices}
            lists={lists}
            onValues={(field, values) => setChoices((now) => ({ ...now, values: { ...now.values, [field]: values } }))}
            onCategory={(category) => setChoices((now) => ({ ...now, category }))}
            onConfirmer={(confirmer) => setChoices((now) => ({ ...now, confirmer }))}
          />
          <HourPreview
            rows={rows}
            again={choices.again}
            onAgain={(again) => setChoices((now) => ({ ...now, again }))}
          />
        </>
      )}
      {save.isPending && <ProgressBar label="Einträge werden übernommen" value={done} max={good.length} />}
      {save.isError && (
        <Alert tone="error" title="Nicht übernommen">
          {reasonOf(save.error)}
        </Alert>
      )}
      <FormActions>
        <Button
          type="submit"
          variant="primary"
          loading={save.isPending}
          disabled={rows.length > 0 && good.length === 0}
        >
          {good.length === 0 ? 'Übernehmen' : `${formatCount(good.length, 'Eintrag', 'Einträge')} übernehmen`}
        </Button>
        <ButtonLink component={Link} to="/logbook/entries">
          Alle Einträge
        </ButtonLink>
      </FormActions>
    </Form>
  );
}

/** A table with the fields that a person has chosen. */
const withFields = (table: HourTable, fields: ReadonlyMap<number, HourField>): HourTable => ({
  ...table,
  columns: table.columns.map((column, place) => ({ ...column, field: fields.get(place) ?? column.field })),
});
