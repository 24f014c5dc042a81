import { useEffect, useState } from 'react';
import { useSession } from '@nemus/contract/react';
import { Button, ConfirmDialog, Row, ScreenOnly, Text } from '@nemus/ui';
import { roleNames } from '../roles/RolePages';
import { useRoles } from '../roles/useRoles';
import { useRemoveSampleData } from './useRemoveSampleData';

/** What is removed and what stays, by account type. */
const CONSEQUENCES = {
  piw: 'Alle Einträge mit „Beispiel“ werden entfernt: Termine, Fortschritt, Logbuch und Zertifikate. Was Sie selbst bearbeitet, gebucht oder gekauft haben, bleibt. Das Entfernen lässt sich nicht rückgängig machen.',
  institution:
    'Alle Einträge mit „Beispiel“ werden entfernt: PiW, bestätigende Personen, Kursbuchungen und Käufe. Ihre eigenen PiW, Buchungen, Käufe und Credits bleiben, ebenso Beispiel-PiW, die Sie umbenannt oder eingeladen und verbunden haben oder für die Sie Kurse gebucht haben. Das Entfernen lässt sich nicht rückgängig machen.',
} as const;

/**
 * A sentence on a page with sample data, with a button that removes them: of an institution, for its administration.
 * @param shown whether the page shows any sample data
 */
export function SampleNotice({ shown }: { shown: boolean }) {
  const { profile } = useSession();
  const { may } = useRoles();
  const mayRemove = profile?.userType !== 'institution' || may('administration');
  const [asking, setAsking] = useState(false);
  const removal = useRemoveSampleData();
  useEffect(() => {
    // The button disappears with the last sample; keyboard users continue at the top of the page.
    if (removal.isSuccess && !shown) document.querySelector('main')?.focus();
  }, [removal.isSuccess, shown]);
  if (!shown) return null;
  return (
    <>
      <Row justify="between" gap={1}>
        <Text variant="small" tone="muted" sx={{ flex: '1 1 16rem' }}>
          Einträge mit „Beispiel“ sind erfunden und zeigen, wie das Portal mit Ihren Daten aussieht.
          {mayRemove ? '' : ` Entfernen kann sie, wer die Rolle ${roleNames('administration')} hat.`}
        </Text>
        {mayRemove && (
          <ScreenOnly>
            <Button size="small" variant="quiet" onClick={() => setAsking(true)}>
              Beispieldaten entfernen
            </Button>
          </ScreenOnly>
        )}
      </Row>
      <ConfirmDialog
        open={asking}
        danger
        title="Beispieldaten entfernen?"
        confirmLabel="Beispieldaten entfernen"
        cancelLabel="Beispieldaten behalten"
        busy={removal.isPending}
        onConfirm={() => removal.mutate(undefined, { onSettled: () => setAsking(false) })}
        onCancel={() => setAsking(false)}
      >
        {CONSEQUENCES[profile?.userType ?? 'piw']}
      </ConfirmDialog>
    </>
  );
}
