import { useState } from 'react';
import { reasonOf, saveFile, useAction, useDataClient } from '@nemus/area';
import { usePorts } from '@nemus/contract/react';
import { fetchBookkeeping } from '@nemus/data';
import { Button, Card, Row, Text, TextField } from '@nemus/ui';
import { missingAccounts, writeDatev } from './datev';
import { lastMonth } from './last-month';
import { encodeWindows1252 } from './windows-1252';

/** The invoices of a span as a file for DATEV. */
export function ExportCard() {
  const client = useDataClient();
  const { notify } = usePorts();
  const [span, setSpan] = useState(() => lastMonth(new Date()));
  const save = useAction({
    mutationFn: async () => {
      const books = await fetchBookkeeping(client, span.from, span.until);
      const file = encodeWindows1252(writeDatev(books, { ...span, madeAt: new Date() }));
      saveFile(`EXTF_Buchungsstapel_${span.from}_${span.until}.csv`, 'text/csv', file);
      return books;
    },
    onSuccess: (books) => {
      const missing = missingAccounts(books);
      const gaps = [
        ...(books.settings.consultant === '' || books.settings.client === '' ? ['Berater- und Mandantennummer'] : []),
        ...missing.map((rate) => `Erlöskonto für ${rate} %`),
      ];
      notify({
        kind: gaps.length > 0 ? 'info' : 'success',
        title: 'Buchungsstapel erstellt',
        description:
          gaps.length > 0 ? `In den Einstellungen fehlt: ${gaps.join(', ')}.` : `${books.lines.length} Buchungen`,
      });
    },
    onError: (error) => notify({ kind: 'error', title: 'Buchungsstapel nicht erstellt', description: reasonOf(error) }),
  });
  return (
    <Card title="Buchungsstapel für DATEV" level={2}>
      <Text tone="muted">
        Alle Rechnungen, Korrekturen und Stornos nach Rechnungsdatum, als CSV im DATEV-Format (EXTF).
      </Text>
      <Row align="end">
        <TextField
          label="Von"
          type="date"
          value={span.from}
          onChange={({ target }) => setSpan({ ...span, from: target.value })}
        />
        <TextField
          label="Bis"
          type="date"
          value={span.until}
          onChange={({ target }) => setSpan({ ...span, until: target.value })}
        />
        <Button
          icon="download"
          loading={save.isPending}
          disabled={span.from === '' || span.until === ''}
          onClick={() => save.mutate()}
        >
          Buchungsstapel herunterladen
        </Button>
      </Row>
    </Card>
  );
}
