import { useEffect, useState } from 'react';
import { useSession } from '@nemus/contract/react';
import { Button, ConfirmDialog, Row, ScreenOnly, Text } from '@nemus/ui';
import { useRemoveSampleData } from './useRemoveSampleData';

/** What goes and what stays, by type of account. */
const CONSEQUENCES = {
  piw: 'Alle Einträge mit „Beispiel“ werden entfernt: Termine, Fortschritt, Logbuch und Zertifikate. Was Sie selbst bearbeitet, gebucht oder gekauft haben, bleibt. Das Entfernen lässt sich nicht rückgängig machen.',
  institution:
    'Alle Einträge mit „Beispiel“ werden entfernt: PiW, Kursbuchungen und Käufe. Ihre eigenen PiW, Buchungen, Käufe und Credits bleiben, ebenso Beispiel-PiW, die Sie umbenannt haben, für die Sie Kurse gebucht haben oder die mit einem Konto verbunden sind. Das Entfernen lässt sich nicht rückgängig machen.',
} as const;

/**
 * One sentence on a page that shows sample data, and the way to be rid of it.
 * @param shown whether anything of the sample set is on the page
 */
export function SampleNotice({ shown }: { shown: boolean }) {
  const { profile } = useSession();
  const [asking, setAsking] = useState(false);
  const removal = useRemoveSampleData();
  useEffect(() => {
    // The button that was pressed is gone with the last sample; who reads by keyboard goes on at the page's beginning.
    if (removal.isSuccess && !shown) document.querySelector('main')?.focus();
  }, [removal.isSuccess, shown]);
  if (!shown) return null;
  return (
    <>
      <Row justify="between" gap={1}>
        <Text variant="small" tone="muted" sx={{ flex: '1 1 16rem' }}>
          Einträge mit „Beispiel“ sind erfunden und zeigen, wie das Portal mit Ihren Daten aussieht.
        </Text>
        <ScreenOnly>
          <Button size="small" variant="quiet" onClick={() => setAsking(true)}>
            Beispieldaten entfernen
          </Button>
        </ScreenOnly>
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
