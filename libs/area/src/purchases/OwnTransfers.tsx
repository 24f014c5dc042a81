import { useQuery } from '@tanstack/react-query';
import { useSession } from '@nemus/contract/react';
import { formatIban, ownTransfersQuery, type OwnTransfers as Own, type TransferState } from '@nemus/data';
import { Alert, DefinitionList, formatCents, formatDate, Section, Stack, StatusChip, Text, type Tone } from '@nemus/ui';
import { DataTable, type Column } from '@nemus/ui/data';
import { useDataClient } from '../reads/data-client';
import { QueryPart } from '../reads/QueryPart';

type Billed = NonNullable<Own>['invoices'][number];

const STATES: Readonly<Record<TransferState, { readonly label: string; readonly tone: Tone }>> = {
  open: { label: 'Offen', tone: 'info' },
  due: { label: 'Fällig', tone: 'error' },
  reminded: { label: 'Erinnert', tone: 'error' },
  paid: { label: 'Bezahlt', tone: 'success' },
  cancelled: { label: 'Storniert', tone: 'neutral' },
};

const money = (header: string, centsOf: (billed: Billed) => number): Column<Billed> => ({
  key: header,
  header,
  align: 'end',
  cell: (billed) => <span style={{ whiteSpace: 'nowrap' }}>{formatCents(centsOf(billed))}</span>,
});
const COLUMNS: readonly Column<Billed>[] = [
  { key: 'number', header: 'Rechnung', cell: ({ number }) => number },
  { key: 'due', header: 'Fällig am', cell: ({ due_on: day }) => formatDate(day) },
  {
    key: 'state',
    header: 'Stand',
    cell: ({ state, open_cents: open }) => (
      <Stack gap={0.5} align="start">
        <StatusChip tone={STATES[state].tone}>{STATES[state].label}</StatusChip>
        {open < 0 && (
          <Text as="span" variant="caption" tone="muted">
            {`Sie erhalten ${formatCents(-open)} zurück.`}
          </Text>
        )}
      </Stack>
    ),
  },
  money('Betrag', ({ gross_cents: gross, cancelled_cents: cancelled }) => gross - cancelled),
  money('Offen', ({ open_cents: open }) => Math.max(0, open)),
];

/** Invoices that the account pays by bank transfer, and where to; nothing without one. */
export function OwnTransfers() {
  const { userId, profile } = useSession();
  const query = useQuery(ownTransfersQuery(useDataClient(), userId));
  if (query.data?.invoices.length === 0 || query.data === null) return null;
  return (
    // Most accounts have none: nothing is shown while it loads.
    <QueryPart query={query} title="Rechnungen per Überweisung" loading={null}>
      {(own) => <Billed invoices={own?.invoices ?? []} isInstitution={profile?.userType === 'institution'} />}
    </QueryPart>
  );
}

function Billed({ invoices, isInstitution }: { invoices: readonly Billed[]; isInstitution: boolean }) {
  const open = invoices.filter(({ open_cents: cents }) => cents > 0);
  const overdue = open.filter(({ state }) => state !== 'open').reduce((sum, { open_cents: cents }) => sum + cents, 0);
  const account = open[0]?.payment;
  return (
    <Section title="Rechnungen per Überweisung">
      <Stack gap={2}>
        {overdue > 0 && (
          <Alert tone="warning" title={`${formatCents(overdue)} überfällig`}>
            {isInstitution
              ? 'Bis zur Zahlung ist kein weiterer Kauf auf Rechnung möglich.'
              : 'Bitte überweisen Sie den offenen Betrag.'}
          </Alert>
        )}
        {account && (
          <DefinitionList
            dense
            items={[
              { term: 'Empfänger', value: account.holder },
              { term: 'IBAN', value: formatIban(account.iban) },
              { term: 'BIC', value: account.bic },
              { term: 'Verwendungszweck', value: 'die Nummer der Rechnung' },
            ]}
          />
        )}
        <DataTable
          caption="Rechnungen per Überweisung"
          columns={COLUMNS}
          rows={invoices}
          rowKey={({ invoice_id: id }) => id}
        />
      </Stack>
    </Section>
  );
}
