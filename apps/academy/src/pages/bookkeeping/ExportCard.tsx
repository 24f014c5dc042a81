import { useState } from 'react';
import { reasonOf, saveFile, useAction, useDataClient } from '@nemus/area';
import { usePorts } from '@nemus/contract/react';
import { fetchBookkeeping, type Bookkeeping } from '@nemus/data';
import { Button, Card, Row, Text } from '@nemus/ui';
import { missingAccounts, writeDatev } from './datev';
import { financialYears, type Span } from './financial-years';
import { lastMonth } from './last-month';
import { isExportable, SpanFields } from './SpanFields';
import { TaxAdviserFiles } from './TaxAdviserFiles';
import { encodeWindows1252 } from './windows-1252';

const hasBookings = ({ lines, fees, receipts }: Bookkeeping, { from, until }: Span) =>
  [
    ...lines.map(({ issued_on: day }) => day),
    ...fees.map(({ charged_on: day }) => day),
    ...receipts.map(({ received_on: day }) => day),
  ].some((day) => day >= from && day <= until);

/** The documents of a span as files: for a tax adviser, and for DATEV, one for each financial year. */
export function ExportCard() {
  const client = useDataClient();
  const { notify } = usePorts();
  const [span, setSpan] = useState(() => lastMonth(new Date()));
  const save = useAction({
    mutationFn: async () => {
      const books = await fetchBookkeeping(client, span.from, span.until);
      const years = financialYears(span, books.settings.year_starts).filter((year) => hasBookings(books, year));
      for (const year of years) {
        const file = encodeWindows1252(writeDatev(books, { ...year, madeAt: new Date() }));
        saveFile(`EXTF_Buchungsstapel_${year.from}_${year.until}.csv`, 'text/csv', file);
      }
      return { books, files: years.length };
    },
    onSuccess: ({ books, files }) => {
      if (files === 0) {
        notify({ kind: 'info', title: 'Keine Buchungen', description: 'In diesem Zeitraum gibt es keine Rechnungen.' });
        return;
      }
      const gaps = [
        ...(books.settings.consultant === '' || books.settings.client === '' ? ['Berater- und Mandantennummer'] : []),
        ...missingAccounts(books),
      ];
      notify({
        kind: gaps.length > 0 ? 'info' : 'success',
        title: files === 1 ? 'Buchungsstapel erstellt' : `${files} Buchungsstapel erstellt, je Wirtschaftsjahr einer`,
        description:
          gaps.length > 0 ? `In den Einstellungen fehlt: ${gaps.join(', ')}.` : `${books.lines.length} Rechnungszeilen`,
      });
    },
    onError: (error) => notify({ kind: 'error', title: 'Buchungsstapel nicht erstellt', description: reasonOf(error) }),
  });
  return (
    <Card title="Rechnungen ausgeben" level={2}>
      <Text tone="muted">
        Alle Rechnungen, Rechnungskorrekturen und Stornos nach Rechnungsdatum. Für die Steuerberatung als ZIP-Datei mit
        PDF und E-Rechnung, oder als Tabelle (CSV) mit Netto, Umsatzsteuer und Brutto; die ZIP-Datei enthält auch die
        Tabelle.
      </Text>
      <SpanFields span={span} onChange={setSpan} />
      <TaxAdviserFiles span={span} />
      <Text tone="muted">
        Für DATEV als CSV im DATEV-Format (EXTF), je Wirtschaftsjahr eine Datei. Dazu die Gebühren des
        Zahlungsanbieters.
      </Text>
      <Row>
        <Button icon="download" loading={save.isPending} disabled={!isExportable(span)} onClick={() => save.mutate()}>
          Buchungsstapel herunterladen
        </Button>
      </Row>
    </Card>
  );
}
