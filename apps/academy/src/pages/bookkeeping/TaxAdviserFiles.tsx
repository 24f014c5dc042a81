import { useEffect, useRef, useState } from 'react';
import { reasonOf, saveFile, useAction, useDataClient, useExport } from '@nemus/area';
import { usePorts } from '@nemus/contract/react';
import { fetchBookkeeping } from '@nemus/data';
import { Button, formatCount, ProgressBar, Row, Stack } from '@nemus/ui';
import { BOOK_COLUMNS, type BookLine } from './book-columns';
import type { Span } from './financial-years';
import { isExportable } from './SpanFields';

/** The documents of a span for a tax adviser: all of them as PDF in one file, and a table with net and VAT. */
export function TaxAdviserFiles({ span }: { span: Span }) {
  const client = useDataClient();
  const { notify } = usePorts();
  const [progress, setProgress] = useState<{ readonly done: number; readonly all: number } | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const csv = useExport<BookLine>();
  const archive = useAction({
    mutationFn: async () => {
      const controller = new AbortController();
      running.current = controller;
      const { createArchive } = await import('./invoice-archive');
      const made = await createArchive(client, span, {
        onProgress: (done, all) => setProgress({ done, all }),
        signal: controller.signal,
      });
      controller.signal.throwIfAborted();
      if (made !== null) saveFile(`rechnungen-${span.from}-${span.until}.zip`, 'application/zip', made.file);
      return made;
    },
    onSuccess: (made) => {
      if (made === null) {
        notify({
          kind: 'info',
          title: 'Keine Rechnungen',
          description: 'In diesem Zeitraum gibt es keine Rechnungen.',
        });
      } else if (made.missing.length > 0) {
        notify({
          kind: 'error',
          title: 'ZIP-Datei unvollständig',
          description: `${formatCount(made.missing.length, 'Beleg fehlt', 'Belege fehlen')}. Die Datei nennt ihre Nummern.`,
        });
      } else {
        notify({
          kind: 'success',
          title: 'ZIP-Datei erstellt',
          description: formatCount(made.documents, 'Beleg', 'Belege'),
        });
      }
    },
    onError: (error) => {
      if (running.current?.signal.aborted) return;
      notify({ kind: 'error', title: 'ZIP-Datei nicht erstellt', description: reasonOf(error) });
    },
    onSettled: () => setProgress(null),
  });
  return (
    <Stack gap={1}>
      <Row>
        <Button
          icon="download"
          loading={archive.isPending}
          disabled={!isExportable(span)}
          onClick={() => archive.mutate()}
        >
          Rechnungen als ZIP
        </Button>
        <Button
          icon="download"
          loading={csv.isPending}
          disabled={!isExportable(span)}
          onClick={() =>
            csv.mutate({
              name: `belege-${span.from}-${span.until}`,
              columns: BOOK_COLUMNS,
              rows: async () => (await fetchBookkeeping(client, span.from, span.until)).lines,
            })
          }
        >
          CSV mit Netto und Umsatzsteuer
        </Button>
      </Row>
      {progress && (
        <Row>
          <ProgressBar
            label={`${progress.done} von ${formatCount(progress.all, 'Beleg', 'Belegen')}`}
            value={(100 * progress.done) / progress.all}
          />
          <Button size="small" onClick={() => running.current?.abort()}>
            Abbrechen
          </Button>
        </Row>
      )}
    </Stack>
  );
}
