import type { MouseEvent } from 'react';
import { Alert, Button, ButtonLink } from '@nemus/ui';
import type { Checkout } from './useCheckout';

/** State of an open provider page, and the last failure. */
export function CheckoutNotice({ checkout }: { checkout: Checkout }) {
  const { open, progress, elsewhere, failed } = checkout;
  if (elsewhere) {
    return (
      <Alert tone="info" title="Ihre Weiterbildungsstätte bestellt diesen Kurs gerade für Sie">
        Bitte warten Sie, bis das abgeschlossen ist. Ein zweiter Kauf ist so lange nicht möglich.
      </Alert>
    );
  }
  if (!open && failed) {
    return (
      <Alert tone="error" title="Ihre Zahlung ist fehlgeschlagen" onClose={failed.close}>
        {failed.title}: Die Zahlung wurde nicht ausgeführt, und es wurde nichts freigeschaltet. Sie können den Kauf noch
        einmal beginnen.
      </Alert>
    );
  }
  if (!open) return null;
  if (progress.pending) {
    return (
      <Alert tone="info" title="Ihre Zahlung ist unterwegs" onClose={checkout.dismiss ?? undefined}>
        Sobald sie eingegangen ist, schalten wir Ihren Kauf frei. Das kann einige Tage dauern; Sie müssen nichts weiter
        tun.
        {checkout.dismiss ? null : ' Bis dahin ist kein zweiter Kauf möglich.'}
      </Alert>
    );
  }
  return <OpenPage checkout={checkout} open={open} />;
}

/** A plain click, without modifier keys. */
const isPlain = ({ ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) => !(ctrlKey || metaKey || shiftKey || altKey);

/** The provider's page can still be paid. */
function OpenPage({ checkout, open }: { checkout: Checkout; open: NonNullable<Checkout['open']> }) {
  const { progress, dismiss, cancel } = checkout;
  const { title, text } = wordsOf(open, progress);
  return (
    <Alert
      tone={open.blocked ? 'warning' : 'info'}
      title={title}
      actions={
        <>
          {open.url === null ? null : (
            <ButtonLink
              href={open.url}
              target="_blank"
              rel="noopener noreferrer"
              size="small"
              variant={open.blocked ? 'primary' : 'secondary'}
              iconEnd="external"
              // A tab that is opened here can be watched; where none may be opened, the link does it.
              onClick={(event) => {
                if (isPlain(event) && checkout.reopen()) event.preventDefault();
              }}
            >
              Bezahlseite öffnen
            </ButtonLink>
          )}
          {progress.gaveUp && (
            <Button size="small" icon="refresh" loading={progress.checking} onClick={progress.check}>
              Jetzt prüfen
            </Button>
          )}
          {dismiss ? (
            <Button size="small" variant="quiet" onClick={dismiss}>
              Nicht mehr warten
            </Button>
          ) : (
            <Button size="small" variant="quiet" loading={cancel.busy} onClick={cancel.run}>
              Kauf abbrechen
            </Button>
          )}
        </>
      }
    >
      {text}
    </Alert>
  );
}

function wordsOf({ blocked, tab }: NonNullable<Checkout['open']>, { left, gaveUp }: Checkout['progress']) {
  if (tab === null) {
    return {
      title: 'Sie haben diesen Kauf begonnen',
      text: 'Bitte bezahlen Sie ihn auf der Seite des Zahlungsanbieters, oder brechen Sie ihn ab. So lange ist kein zweiter Kauf möglich.',
    };
  }
  if (gaveUp) {
    return {
      title: 'Noch keine Zahlung eingegangen',
      text: 'Wir prüfen nicht mehr automatisch. Solange Sie nicht bezahlt haben, kommt kein Kauf zustande.',
    };
  }
  if (blocked) {
    return {
      title: 'Ihr Browser hat den neuen Tab blockiert',
      text: 'Öffnen Sie die Seite des Zahlungsanbieters über die Schaltfläche. Hier geht es danach automatisch weiter.',
    };
  }
  if (left) {
    return {
      title: 'Ihre Zahlung ist noch nicht da',
      text: 'Noch keine Zahlung eingegangen. Ist die Bezahlseite noch offen, bezahlen Sie bitte dort; sonst können Sie sie wieder öffnen. Möchten Sie nicht mehr kaufen? Dann brechen Sie den Kauf ab.',
    };
  }
  return {
    title: 'Bitte bezahlen Sie im neuen Tab',
    text: 'Die Seite des Zahlungsanbieters ist geöffnet. Hier geht es nach der Zahlung automatisch weiter.',
  };
}
