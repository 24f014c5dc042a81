import { reasonOf } from '@nemus/area';
import { LineList } from '@nemus/area/tables';
import { Alert, Button, ButtonLink, Card, formatCount, Row, Stack, Text } from '@nemus/ui';
import { DataTable } from '@nemus/ui/data';
import { Link } from 'react-router-dom';
import type { HourResult, useHourImport } from './useHourImport';

/** What became of a list: what was saved or refused, the codes of new cases, and the way to the confirmers. */
export function HourResults({
  result: { saved, refused, cases, ready },
  submit,
  onAgain,
}: {
  result: HourResult;
  submit: ReturnType<typeof useHourImport>['submit'];
  /** Goes back to the list. */
  onAgain: () => void;
}) {
  return (
    <Stack gap={2}>
      {saved > 0 && (
        <Alert tone="success" title={`${formatCount(saved, 'Eintrag', 'Einträge')} übernommen`}>
          Sie stehen als Entwürfe im Logbuch und sind als übernommen gekennzeichnet.
        </Alert>
      )}
      {refused.length > 0 && (
        <Alert
          tone="error"
          title={`${formatCount(refused.length, 'Zeile', 'Zeilen')} nicht übernommen`}
          actions={
            <Button size="small" icon="edit" onClick={onAgain}>
              Liste bearbeiten
            </Button>
          }
        >
          <LineList lines={refused.map(({ line, message }) => ({ key: String(line), line, text: message }))} />
        </Alert>
      )}
      {cases.length > 0 && (
        <Card level={2} title="Codes der neuen Fälle">
          <Stack gap={1.5}>
            <Text>
              Das Portal speichert nicht, wofür ein Code steht. Bitte notieren Sie die Codes jetzt in der
              Behandlungsakte.
            </Text>
            <DataTable
              caption="Codes der neuen Fälle"
              columns={[
                { key: 'value', header: 'In Ihrer Liste', cell: ({ value }) => value },
                { key: 'code', header: 'Fall', cell: ({ code }) => code },
              ]}
              rows={cases}
              rowKey={({ code }) => code}
            />
          </Stack>
        </Card>
      )}
      {submit.isError && (
        <Alert tone="error" title="Nicht alles eingereicht">
          {reasonOf(submit.error)}
        </Alert>
      )}
      {submit.data !== undefined && (
        <Alert tone="success" title={`${formatCount(submit.data, 'Eintrag', 'Einträge')} eingereicht`}>
          Wer bestätigt, findet sie im Eingang oder bekommt einen Link.
        </Alert>
      )}
      <Row>
        {ready.length > 0 && submit.data === undefined && (
          <Button variant="primary" loading={submit.isPending} onClick={() => submit.mutate(ready)}>
            {`${formatCount(ready.length, 'Eintrag', 'Einträge')} einreichen`}
          </Button>
        )}
        <ButtonLink component={Link} to="/logbook/entries">
          Alle Einträge
        </ButtonLink>
        <Button variant="quiet" onClick={onAgain}>
          Weitere Liste
        </Button>
      </Row>
    </Stack>
  );
}
