import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { QueryPart, useDataClient, useExport } from '@nemus/area';
import { turnoverQuery, type Turnover } from '@nemus/data';
import {
  Alert,
  Button,
  CardGrid,
  EmptyState,
  formatCents,
  formatCount,
  Row,
  Section,
  SkeletonRows,
  Stack,
  StatTile,
} from '@nemus/ui';
import { DataTable, type Column } from '@nemus/ui/data';
import { SpanFields, spanOf } from '../../address/SpanFields';
import { useAddressValues } from '../../address/useAddressValues';
import { AcademyPage } from '../../frame/AcademyPage';
import { MoneyLinks } from '../../frame/MoneyLinks';
import { sumBy, type Sum } from './turnover-sums';
import { monthText, productText, taxText, TURNOVER_COLUMNS, type TurnoverRow } from './turnover-words';

const money = (header: string, valueOf: (sum: Sum) => number): Column<Sum> => ({
  key: header,
  header,
  align: 'end',
  cell: (sum) => <span style={{ whiteSpace: 'nowrap' }}>{formatCents(valueOf(sum))}</span>,
});
const columns = (header: string): readonly Column<Sum>[] => [
  { key: 'label', header, cell: ({ label }) => label },
  money('Netto', ({ net }) => net),
  money('Umsatzsteuer', ({ tax }) => tax),
  money('Brutto', ({ gross }) => gross),
];

/** Turnover by month, product and tax, from the documents. */
export default function TurnoverPage() {
  const client = useDataClient();
  const { params, change } = useAddressValues();
  const [year] = useState(() => new Date().getFullYear());
  const chosen = spanOf(params);
  const span = { from: chosen.from ?? `${year}-01-01`, until: chosen.until ?? `${year}-12-31` };
  const query = useQuery(turnoverQuery(client, span.from, span.until));
  return (
    <AcademyPage
      width="wide"
      title="Umsatz"
      intro="Nach Monat, Produkt und Steuer. Gezählt werden die Belege nach Rechnungsdatum; Rechnungskorrekturen und Stornos sind abgezogen."
      above={<MoneyLinks to={['orders', 'bookkeeping']} />}
    >
      <Stack gap={3}>
        <Row align="end" role="search">
          <SpanFields params={paramsOf(span)} change={change} />
        </Row>
        <QueryPart query={query} title="Umsatz" loading={<SkeletonRows count={6} />}>
          {(turnover) => <Sums turnover={turnover} name={`umsatz-${span.from}-${span.until}`} />}
        </QueryPart>
      </Stack>
    </AcademyPage>
  );
}

const paramsOf = ({ from, until }: { readonly from: string; readonly until: string }) =>
  new URLSearchParams({ von: from, bis: until });

function Sums({ turnover: { rows, open, open_cents: openCents }, name }: { turnover: Turnover; name: string }) {
  const csv = useExport<TurnoverRow>();
  const [total] = sumBy(
    rows,
    () => 'all',
    () => 'Gesamt',
  );
  const gap =
    open === 0 ? null : (
      <Alert tone="info" title="Noch ohne Beleg">
        {`${formatCount(open, 'Zahlung oder Rückzahlung', 'Zahlungen und Rückzahlungen')} über zusammen ${formatCents(openCents)}: Sammelrechnungen, die noch kommen, fehlende Anschriften und laufende Anfechtungen. Sie sind in den Summen nicht enthalten.`}
      </Alert>
    );
  if (total === undefined) {
    return (
      <>
        {gap}
        <EmptyState icon="euro" title="Kein Umsatz in diesem Zeitraum">
          Sobald es Belege gibt, stehen hier ihre Summen.
        </EmptyState>
      </>
    );
  }
  const parts = [
    { title: 'Nach Monat', header: 'Monat', sums: sumBy(rows, ({ month }) => month, monthText) },
    {
      title: 'Nach Produkt',
      header: 'Produkt',
      sums: sumBy(rows, ({ kind, course_id: course }) => course ?? kind, productText).toSorted(
        (a, b) => b.gross - a.gross,
      ),
    },
    {
      title: 'Nach Steuer',
      header: 'Steuer',
      sums: sumBy(rows, ({ category, rate }) => `${category} ${rate}`, taxText),
    },
  ];
  return (
    <Stack gap={4}>
      <Row justify="between" align="end">
        <CardGrid min="12rem" label="Umsatz gesamt">
          <StatTile as="li" label="Netto" value={formatCents(total.net)} />
          <StatTile as="li" label="Umsatzsteuer" value={formatCents(total.tax)} />
          <StatTile as="li" label="Brutto" value={formatCents(total.gross)} />
        </CardGrid>
        <Button
          icon="download"
          loading={csv.isPending}
          onClick={() => csv.mutate({ name, columns: TURNOVER_COLUMNS, rows: () => rows })}
        >
          CSV exportieren
        </Button>
      </Row>
      {gap}
      {parts.map(({ title, header, sums }) => (
        <Section key={title} title={title}>
          <SumTable caption={`Umsatz: ${title}`} header={header} sums={sums} total={total} />
        </Section>
      ))}
    </Stack>
  );
}

/** Rows that a table shows at first: an academy has hundreds of products, and the largest matter. */
const SHOWN = 25;

function SumTable({
  caption,
  header,
  sums,
  total,
}: {
  caption: string;
  header: string;
  sums: readonly Sum[];
  total: Sum;
}) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? sums : sums.slice(0, SHOWN);
  return (
    <Stack gap={1.5}>
      <DataTable
        caption={caption}
        columns={columns(header)}
        rows={[...shown, { ...total, key: 'sum' }]}
        rowKey={({ key }) => key}
      />
      {sums.length > SHOWN && (
        <Button size="small" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)} sx={{ alignSelf: 'start' }}>
          {isWhole ? `Nur die ersten ${SHOWN}` : `Alle ${sums.length} anzeigen`}
        </Button>
      )}
    </Stack>
  );
}
