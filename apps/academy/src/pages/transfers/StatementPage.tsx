import { useEffect, useMemo, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { LeaveGuard, QueryPart, reasonOf, useDataClient } from '@nemus/area';
import { enterReceipts, staffTransfersQuery, type StaffTransfer } from '@nemus/data';
import {
  Alert,
  Breadcrumbs,
  Button,
  ButtonLink,
  Card,
  Checkbox,
  Form,
  FormActions,
  formatCents,
  formatCount,
  formatDate,
  SkeletonCard,
  Stack,
  Text,
} from '@nemus/ui';
import { DataTable, type Column } from '@nemus/ui/data';
import { Link } from 'react-router-dom';
import { useStaffMutation } from '../../dialogs/useStaffMutation';
import { AcademyPage } from '../../frame/AcademyPage';
import { ImportFields, LONGEST_LIST } from '../../import/ImportFields';
import { useImportList } from '../../import/useImportList';
import { paths } from '../../paths';
import {
  missingStatementColumn,
  readStatement,
  readStatementTable,
  STATEMENT_LABELS,
  type StatementRow,
} from './statement-list';

/** Enters payments from a bank statement, after a look at every line. */
export default function StatementPage() {
  // All of them: a line can be about an invoice that is paid already.
  const query = useQuery(staffTransfersQuery(useDataClient(), null));
  return (
    <AcademyPage
      width="wide"
      title="Kontoauszug einlesen"
      intro="Aus der CSV-Datei Ihrer Bank. Zugeordnet wird nach der Rechnungsnummer; eingetragen wird erst, was Sie bestätigen."
      above={
        <Breadcrumbs
          component={Link}
          items={[{ label: 'Offene Rechnungen', to: paths.transfers }, { label: 'Kontoauszug einlesen' }]}
        />
      }
    >
      <QueryPart query={query} title="Rechnungen" loading={<SkeletonCard lines={6} />}>
        {({ rows }) => <StatementForm invoices={rows} />}
      </QueryPart>
    </AcademyPage>
  );
}

const columns = (
  left: ReadonlySet<number>,
  onTake: (line: number, isTaken: boolean) => void,
): readonly Column<StatementRow>[] => [
  {
    key: 'take',
    header: 'Eintragen',
    cell: ({ line, invoice }) => (
      <Checkbox
        label={invoice?.number ?? ''}
        checked={!left.has(line)}
        onChange={({ target }) => onTake(line, target.checked)}
      />
    ),
  },
  {
    key: 'payer',
    header: 'Buchung',
    cell: ({ payer, text }) => (
      <Stack gap={0}>
        <span>{payer || text}</span>
        <Text as="span" variant="caption" tone="muted" sx={{ overflowWrap: 'anywhere' }}>
          {text}
        </Text>
      </Stack>
    ),
  },
  { key: 'buyer', header: 'Käufer*in', cell: ({ invoice }) => invoice?.buyer },
  { key: 'day', header: 'Tag', cell: ({ day }) => formatDate(day) },
  {
    key: 'amount',
    header: 'Betrag',
    align: 'end',
    cell: ({ cents, invoice }) => (
      <Stack gap={0}>
        <span style={{ whiteSpace: 'nowrap' }}>{formatCents(cents)}</span>
        {invoice && invoice.open_cents !== cents && (
          <Text as="span" variant="caption" tone="muted">
            {`offen ${formatCents(Math.max(0, invoice.open_cents))}`}
          </Text>
        )}
      </Stack>
    ),
  },
];

function StatementForm({ invoices }: { invoices: readonly StaffTransfer[] }) {
  const client = useDataClient();
  const { table, ...list } = useImportList(readStatementTable);
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const [today] = useState(() => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(new Date()));
  const missing = missingStatementColumn(table);
  const rows = useMemo(
    () => (missing === null && table.rows.length <= LONGEST_LIST ? readStatement(table, invoices, today) : []),
    [missing, table, invoices, today],
  );
  const found = rows.filter(({ invoice }) => invoice !== null);
  const taken = found.filter(({ line }) => !left.has(line));
  const onText = (text: string) => {
    setLeft(new Set());
    list.onText(text);
  };
  const enter = useStaffMutation({
    act: (chosen: readonly StatementRow[]) =>
      enterReceipts(
        client,
        chosen.flatMap(({ invoice, cents, day, text }) =>
          invoice === null
            ? []
            : [{ invoiceId: invoice.invoice_id, amountCents: cents, receivedOn: day, reference: text }],
        ),
      ),
    done: ({ entered }) => ({ title: `${formatCount(entered, 'Zahlung', 'Zahlungen')} eingetragen` }),
    failed: 'Nichts eingetragen',
    onDone: () => onText(''),
  });
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // The button that was pressed is disabled now: the keyboard goes on in the empty list.
    if (enter.isSuccess) form.current?.querySelector('textarea')?.focus();
  }, [enter.isSuccess]);
  return (
    <Form
      ref={form}
      aria-label="Kontoauszug einlesen"
      onSubmit={(event) => {
        event.preventDefault();
        if (taken.length > 0) enter.mutate(taken);
      }}
    >
      <LeaveGuard when={list.text.trim() !== ''} />
      <Card as="div">
        <ImportFields
          {...list}
          onText={onText}
          table={table}
          labels={STATEMENT_LABELS}
          missing={missing}
          rows={rows}
          disabled={enter.isPending}
          hint="Die Datei Ihrer Bank mit Buchungstag, Betrag und Verwendungszweck, oder daraus kopierte Zeilen."
          placeholder="Buchungstag; Name; Verwendungszweck; Betrag"
        />
        {found.length > 0 && (
          <DataTable
            caption="Gefundene Zahlungen"
            columns={columns(left, (line, isTaken) =>
              setLeft((now) => {
                const next = new Set(now);
                if (isTaken) next.delete(line);
                else next.add(line);
                return next;
              }),
            )}
            rows={found}
            rowKey={({ line }) => String(line)}
          />
        )}
        {enter.isError && (
          <Alert tone="error" title="Nichts eingetragen">
            {reasonOf(enter.error)}
          </Alert>
        )}
        <FormActions>
          <Button type="submit" variant="primary" loading={enter.isPending} disabled={taken.length === 0}>
            {taken.length === 0
              ? 'Eintragen'
              : `${formatCount(taken.length, 'Zahlung', 'Zahlungen')} über ${formatCents(taken.reduce((sum, { cents }) => sum + cents, 0))} eintragen`}
          </Button>
          <ButtonLink component={Link} to={paths.transfers}>
            Offene Rechnungen
          </ButtonLink>
        </FormActions>
      </Card>
    </Form>
  );
}
