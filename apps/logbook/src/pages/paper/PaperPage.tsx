import { reasonOf, saveFile, useAction, useDataClient, useExport } from '@nemus/area';
import { usePorts, useSession } from '@nemus/contract/react';
import { fetchWholeLogbook, issueLogbookPaper, wholeUnits, type WholeLogbookRow } from '@nemus/data';
import { Button, Card, formatUnits, Link as TextLink, Row, Stack, Text } from '@nemus/ui';
import { Link } from 'react-router-dom';
import { LogbookPage } from '../../frame/LogbookPage';
import { today } from '../../week/week';
import { LOGBOOK_COLUMNS } from './logbook-csv';

/** The logbook as a document for a chamber, and all of it as a table. */
export default function PaperPage() {
  return (
    <LogbookPage title="Ausdruck" intro="Ihr Logbuch für die Kammer und für Ihre Unterlagen.">
      <Stack gap={3}>
        <DocumentPart />
        <TablePart />
      </Stack>
    </LogbookPage>
  );
}

function DocumentPart() {
  const client = useDataClient();
  const { notify } = usePorts();
  const issue = useAction({
    mutationFn: async () => {
      const [paper, { createLogbookPdf }] = await Promise.all([issueLogbookPaper(client), import('./paper-pdf')]);
      const bytes = await createLogbookPdf(paper, `${window.location.origin}/zertifikat/${paper.number}`);
      // A copy in its own buffer: pdf-lib may return a view of a larger one.
      saveFile(`logbuch-${paper.issued_at.slice(0, 10)}.pdf`, 'application/pdf', new Uint8Array(bytes));
      return paper;
    },
    onSuccess: (paper) =>
      notify({
        kind: 'success',
        title: 'Logbuch erstellt',
        description: `${formatUnits(wholeUnits(paper.minutes))} bestätigt. Nummer ${paper.number}`,
      }),
    onError: (error) => notify({ kind: 'error', title: 'Logbuch nicht erstellt', description: reasonOf(error) }),
  });
  return (
    <Card
      level={2}
      title="Logbuch als PDF"
      footer={
        <Row gap={1.5}>
          <Button icon="pdf" variant="primary" loading={issue.isPending} onClick={() => issue.mutate()}>
            PDF erstellen
          </Button>
        </Row>
      }
    >
      <Stack gap={1.5}>
        <Text>
          Alle bestätigten Einträge mit Unterschriften und Berichtigungen, Summen nach Kategorie, Rahmen, Form,
          Altersgruppe, Verfahren, Leistung, Stätte und Fall, besuchte Kurse und Abschnitte Ihrer Beschäftigung, als
          PDF/A für das Archiv der Kammer.
        </Text>
        <Text>
          Geburtsdatum, Kammer, Gebiet und Zeitraum kommen aus Ihrem{' '}
          <TextLink component={Link} to="/profile">
            Profil
          </TextLink>
          . Was dort fehlt, steht als „nicht angegeben“ im Ausdruck.
        </Text>
        <Text variant="small" tone="muted">
          Jeder Ausdruck hat eine Nummer. Wer sie kennt, sieht, ob er echt ist, mit Ihrem Namen, den Summen, dem Datum
          und den Namen derer, die bestätigt haben, aber keinen Eintrag. Entwürfe, Eingereichtes und Beispieldaten
          stehen nicht darin.
        </Text>
      </Stack>
    </Card>
  );
}

function TablePart() {
  const client = useDataClient();
  const { userId } = useSession();
  const save = useExport<WholeLogbookRow>();
  return (
    <Card
      level={2}
      title="Alle Einträge als Tabelle"
      footer={
        <Button
          icon="download"
          loading={save.isPending}
          onClick={() =>
            save.mutate({
              name: `logbuch-${today()}`,
              columns: LOGBOOK_COLUMNS,
              rows: () => fetchWholeLogbook(client, userId ?? ''),
            })
          }
        >
          CSV herunterladen
        </Button>
      }
    >
      <Text>Jeder Eintrag in jedem Stand, auch Ihre Entwürfe, als CSV-Datei für Tabellenprogramme.</Text>
    </Card>
  );
}
