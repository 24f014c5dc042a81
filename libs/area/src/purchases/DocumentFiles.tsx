import { useEffect, useRef, useState } from 'react';
import { usePorts } from '@nemus/contract/react';
import type { ListedInvoice } from '@nemus/data';
import { Button, formatCount, ProgressBar, Row, Stack } from '@nemus/ui';
import { reasonOf } from '../actions/reason';
import { useAction } from '../actions/useAction';
import { saveFile } from '../files/save-file';
import { useExport } from '../files/useExport';
import { useDataClient } from '../reads/data-client';
import { DOCUMENT_COLUMNS, documentLines, readDocuments, type DocumentLine } from './document-table';

/** The documents of a year for a tax adviser: all of them in one file, and a table with net and VAT. */
export function DocumentFiles({ year, invoices }: { year: number; invoices: readonly ListedInvoice[] }) {
  const client = useDataClient();
  const { notify } = usePorts();
  const [done, setDone] = useState(0);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const inYear = invoices.filter(({ issued_on: day }) => day.startsWith(`${year}-`));
  const counted = (count: number) => formatCount(count, 'Beleg', 'Belege');
  const csv = useExport<DocumentLine>();
  const archive = useAction({
    mutationFn: async () => {
      const controller = new AbortController();
      running.current = controller;
      setDone(0);
      const { createDocumentArchive } = await import('./document-archive');
      const { signal } = controller;
      const made = await createDocumentArchive(client, inYear, { name: `belege-${year}`, onProgress: setDone, signal });
      signal.throwIfAborted();
      saveFile(`rechnungen-${year}.zip`, 'application/zip', made.file);
      return made;
    },
    onSuccess: ({ missing }) =>
      missing.length > 0
        ? notify({
            kind: 'error',
            title: 'ZIP-Datei unvollständig',
            description: `${formatCount(missing.length, 'Beleg fehlt', 'Belege fehlen')}. Die Datei nennt ihre Nummern.`,
          })
        : notify({ kind: 'success', title: 'ZIP-Datei erstellt', description: counted(inYear.length) }),
    onError: (error) => {
      if (running.current?.signal.aborted) return;
      notify({ kind: 'error', title: 'ZIP-Datei nicht erstellt', description: reasonOf(error) });
    },
  });
  if (inYear.length === 0) return null;
  return (
    <Stack gap={1}>
      <Row>
        <Button icon="download" loading={archive.isPending} onClick={() => archive.mutate()}>
          Rechnungen {year} als ZIP
        </Button>
        <Button
          icon="download"
          loading={csv.isPending}
          onClick={() =>
            csv.mutate({
              name: `belege-${year}`,
              columns: DOCUMENT_COLUMNS,
              rows: async () => (await readDocuments(client, inYear)).flatMap(documentLines),
            })
          }
        >
          CSV mit Netto und Umsatzsteuer
        </Button>
      </Row>
      {archive.isPending && (
        <Row>
          <ProgressBar
            label={`${done} von ${formatCount(inYear.length, 'Beleg', 'Belegen')}`}
            value={(100 * done) / inYear.length}
          />
          <Button size="small" onClick={() => running.current?.abort()}>
            Abbrechen
          </Button>
        </Row>
      )}
    </Stack>
  );
}
