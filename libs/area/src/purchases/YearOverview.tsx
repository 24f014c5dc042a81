import { useState } from 'react';
import type { Transaction, TransactionType } from '@nemus/data';
import {
  Button,
  Card,
  CardGrid,
  formatCents,
  formatEuro,
  formatNumber,
  ScreenOnly,
  Section,
  StatTile,
  type IconName,
} from '@nemus/ui';
import { BarChart, DataTable, type Column } from '@nemus/ui/data';
import { MONTHS, SHORT_MONTHS, summarizeYear } from './purchase-year';

interface MonthSum {
  readonly month: string;
  readonly cents: number;
}
const COLUMNS: readonly Column<MonthSum>[] = [
  { key: 'month', header: 'Monat', cell: ({ month }) => month },
  { key: 'sum', header: 'Ausgaben', align: 'end', cell: ({ cents }) => formatCents(cents) },
];

const TILES: readonly { kind: TransactionType; icon: IconName; label: string }[] = [
  { kind: 'course', icon: 'bookings', label: 'Kurse' },
  { kind: 'credits', icon: 'credits', label: 'Credits' },
  { kind: 'subscription', icon: 'subscription', label: 'Abonnement' },
];

/** The year's total, the sums by kind if there are several, and twelve months. */
export function YearOverview({
  year,
  transactions,
  kinds,
}: {
  year: number;
  transactions: readonly Transaction[];
  kinds: readonly TransactionType[];
}) {
  const [tabled, setTabled] = useState(false);
  const { total, byType, byMonth } = summarizeYear(transactions);
  const months = byMonth.map((cents, index) => ({ month: MONTHS[index] ?? '', cents }));
  return (
    <Section
      title={`Jahresübersicht ${year}`}
      description="Gezählt wird, was gekauft ist, auch auf Rechnung; Erstattungen sind abgezogen."
    >
      <CardGrid min="12rem" label="Ausgaben des Jahres">
        <StatTile as="li" icon="euro" label="Ausgaben gesamt" value={formatCents(total)} />
        {kinds.length > 1 &&
          TILES.map(({ kind, icon, label }) => (
            <StatTile as="li" key={kind} icon={icon} label={label} value={formatCents(byType[kind])} />
          ))}
      </CardGrid>
      <Card
        title="Ausgaben nach Monaten"
        as="div"
        aside={
          <ScreenOnly>
            <Button size="small" variant="quiet" aria-pressed={tabled} onClick={() => setTabled(!tabled)}>
              {tabled ? 'Als Diagramm' : 'Als Tabelle'}
            </Button>
          </ScreenOnly>
        }
      >
        {tabled ? (
          <DataTable
            caption={`Ausgaben nach Monaten ${year}`}
            columns={COLUMNS}
            rows={months}
            rowKey={({ month }) => month}
          />
        ) : (
          <BarChart
            title={`Ausgaben nach Monaten ${year}`}
            points={byMonth.map((cents, index) => ({
              label: SHORT_MONTHS[index] ?? '',
              value: Math.max(0, cents) / 100,
            }))}
            format={formatEuro}
            formatAxis={(value) => `${formatNumber(value, 0)} €`}
          />
        )}
      </Card>
    </Section>
  );
}
