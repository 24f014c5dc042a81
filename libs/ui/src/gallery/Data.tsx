import { useState } from 'react';
import { Button } from '../actions/Button';
import { StatusChip } from '../display/Chip';
import { BarChart } from '../charts/BarChart';
import { RadarChart } from '../charts/RadarChart';
import { NoResults } from '../feedback/EmptyState';
import { formatDate, formatEuro } from '../formats/formats';
import { Card, CardGrid } from '../layout/Card';
import { DataTable } from '../late/components';
import type { Sort } from '../table/DataTable';
import { Group, Specimen } from './Specimen';

const ROWS = [
  { id: '1', name: 'Methoden der Gesprächsführung', date: '2026-03-14', amount: 240, status: 'completed' },
  { id: '2', name: '500 Credits', date: '2026-02-02', amount: 1000, status: 'pending' },
  { id: '3', name: 'Abonnement, jährlich', date: '2026-01-01', amount: 2990, status: 'failed' },
] as const;
const STATUS = {
  completed: ['success', 'Bezahlt'],
  pending: ['warning', 'Ausstehend'],
  failed: ['error', 'Fehlgeschlagen'],
} as const;
const COMPETENCIES = [
  { label: 'Fachliche Kompetenz', value: 72 },
  { label: 'Diagnostische Kompetenz', value: 54 },
  { label: 'Methoden & Intervention', value: 65 },
  { label: 'Beziehungsgestaltung', value: 81 },
  { label: 'Personale Kompetenz', value: 48 },
  { label: 'Professionelle Haltung', value: 90 },
];
const MONTHS = ['Jan', 'Feb', 'Mär', 'Apr', 'Mai', 'Jun', 'Jul', 'Aug', 'Sep', 'Okt', 'Nov', 'Dez'].map(
  (label, index) => ({
    label,
    value: (index * 37) % 11 === 0 ? 0 : ((index * 613) % 1900) + 120,
  }),
);

type Row = (typeof ROWS)[number];

/** Tables and charts of `@nemus/ui/data`. */
export function Data() {
  const [sort, setSort] = useState<Sort>({ key: 'date', direction: 'desc' });
  const sign = sort.direction === 'asc' ? 1 : -1;
  const rows = ROWS.toSorted((a, b) =>
    sort.key === 'amount' ? sign * (a.amount - b.amount) : sign * a.date.localeCompare(b.date),
  );
  const columns = [
    { key: 'name', header: 'Posten', cell: (row: Row) => row.name },
    { key: 'date', header: 'Datum', sortable: true, cell: (row: Row) => formatDate(row.date) },
    {
      key: 'status',
      header: 'Status',
      cell: (row: Row) => <StatusChip tone={STATUS[row.status][0]}>{STATUS[row.status][1]}</StatusChip>,
    },
    { key: 'amount', header: 'Betrag', align: 'end', sortable: true, cell: (row: Row) => formatEuro(row.amount) },
    {
      key: 'actions',
      header: 'Aktionen',
      hideHeader: true,
      align: 'end',
      cell: () => (
        <Button size="small" variant="quiet" icon="download">
          Rechnung
        </Button>
      ),
    },
  ] as const;
  return (
    <Group id="daten" title="Daten">
      <Specimen name="DataTable">
        <DataTable
          caption="Käufe"
          columns={columns}
          rows={rows}
          rowKey={(row) => row.id}
          sort={sort}
          onSort={setSort}
        />
      </Specimen>
      <Specimen name="DataTable, leer">
        <DataTable
          caption="Käufe"
          columns={columns}
          rows={[]}
          rowKey={(row) => row.id}
          empty={<NoResults title="Keine Käufe gefunden" />}
        />
      </Specimen>
      <Specimen name="DataTable, lädt">
        <DataTable caption="Käufe" columns={columns} rows={[]} rowKey={(row) => row.id} loading />
      </Specimen>
      <CardGrid min="24rem">
        <Card title="Kompetenzen" as="div">
          <RadarChart title="Fortschritt je Kompetenz" points={COMPETENCIES} />
        </Card>
        <Card title="Ausgaben je Monat" as="div">
          <BarChart
            title="Ausgaben je Monat"
            points={MONTHS}
            format={formatEuro}
            formatAxis={(value) => String(value)}
          />
        </Card>
      </CardGrid>
    </Group>
  );
}
