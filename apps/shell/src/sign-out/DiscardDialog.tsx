import { Button, Dialog, formatCount, Stack, Text } from '@nemus/ui';
import { unsentOf } from '../browser/unsent-input';
import { usePortal, useSessionState } from '../portal/portal-context';

/** Asks before a sign-out deletes input that the server does not have yet. */
export default function DiscardDialog() {
  const { discarding } = usePortal();
  const { user } = useSessionState();
  if (!user) return null;
  return (
    <Dialog
      open
      onClose={() => discarding.answer(false)}
      title="Nicht gespeicherte Eingaben"
      description={`Von ${user.email}`}
      actions={
        <>
          <Button variant="danger" onClick={() => discarding.answer(true)}>
            Löschen und abmelden
          </Button>
          <Button onClick={() => discarding.answer(false)}>Abbrechen</Button>
        </>
      }
    >
      <Stack gap={2}>
        <Text variant="small">
          Nur auf diesem Gerät: {formatCount(unsentOf(user.id).length, 'Entwurf', 'Entwürfe')}. Wenn Sie etwas davon
          behalten möchten, speichern Sie es vorher auf der Seite, auf der Sie es geschrieben haben.
        </Text>
        <Text variant="small">Beim Abmelden wird das gelöscht, damit es hier danach niemand lesen kann.</Text>
      </Stack>
    </Dialog>
  );
}
