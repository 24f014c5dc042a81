import { reasonOf, saveFile, useAction, useDataClient } from '@nemus/area';
import type { SessionPort } from '@nemus/contract';
import { usePorts } from '@nemus/contract/react';
import { DataError, exportAccount, type AccountExport, type DataClient } from '@nemus/data';
import { Button, ButtonLink, Card, formatCount, Row, ScreenOnly, Text } from '@nemus/ui';
import { Link } from 'react-router-dom';
import { paths } from '../../../paths';

/** The account's rows. The database wants the owner to have just signed in: the shell asks for the password. */
async function readAccount(client: DataClient, session: SessionPort): Promise<AccountExport> {
  try {
    return await exportAccount(client);
  } catch (error) {
    const isAsked = error instanceof DataError && error.code === 'sign_in_again';
    if (!isAsked || !(await session.provePassword?.())) throw error;
    return exportAccount(client);
  }
}

/** Everything that is stored about the account as a file, and the way to delete the account. */
export function AccountDataPart() {
  const client = useDataClient();
  const { notify, session } = usePorts();
  const download = useAction({
    mutationFn: async () => {
      const [content, { createAccountFile, readAccountFiles }] = await Promise.all([
        readAccount(client, session),
        import('./account-file'),
      ]);
      const { files, missing } = await readAccountFiles(client, content);
      saveFile(
        `nemus-daten-${content.exported_at.slice(0, 10)}.zip`,
        'application/zip',
        createAccountFile(content, files),
      );
      return missing;
    },
    onSuccess: (missing) =>
      notify({
        kind: missing === 0 ? 'success' : 'info',
        title: 'Ihre Daten wurden heruntergeladen',
        ...(missing > 0 && {
          description: `${formatCount(missing, 'Datei eines Zertifikats fehlt', 'Dateien von Zertifikaten fehlen')} darin. Bitte versuchen Sie es noch einmal.`,
        }),
      }),
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
