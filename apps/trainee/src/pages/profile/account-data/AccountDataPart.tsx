import { reasonOf, saveFile, useAction, useDataClient } from '@nemus/area';
import { usePorts } from '@nemus/contract/react';
import { exportAccount } from '@nemus/data';
import { Button, ButtonLink, Card, Row, ScreenOnly, Text } from '@nemus/ui';
import { Link } from 'react-router-dom';
import { paths } from '../../../paths';

/** Everything that is stored about the account as a file, and the way to delete the account. */
export function AccountDataPart() {
  const client = useDataClient();
  const { notify } = usePorts();
  const download = useAction({
    mutationFn: async () => {
      const [content, { createAccountFile }] = await Promise.all([exportAccount(client), import('./account-file')]);
      saveFile(`nemus-daten-${content.exported_at.slice(0, 10)}.zip`, 'application/zip', createAccountFile(content));
    },
    onSuccess: () => notify({ kind: 'success', title: 'Ihre Daten wurden heruntergeladen' }),
    onError: (error) =>
      notify({ kind: 'error', title: 'Ihre Daten wurden nicht heruntergeladen', description: reasonOf(error) }),
  });
  return (
    <ScreenOnly>
      <Card
        level={2}
        title="Ihre Daten"
        footer={
          <Row gap={1.5}>
            <Button icon="download" loading={download.isPending} onClick={() => download.mutate()}>
              Daten herunterladen
            </Button>
            <ButtonLink component={Link} to={paths.deleteAccount} variant="quiet">
              Konto löschen …
            </ButtonLink>
          </Row>
        }
      >
        <Text tone="muted">
          Alles, was zu Ihrem Konto gespeichert ist, als Datei: zum Lesen und für andere Programme. Ihr Konto können Sie
          jederzeit löschen.
        </Text>
      </Card>
    </ScreenOnly>
  );
}
