import { BillingAddressDialog } from '@nemus/area/billing';
import { Alert, Button, ButtonLink } from '@nemus/ui';
import type { Checkout } from './useCheckout';

/** What is going on while a page of the provider is open, and what is asked before; nothing when neither is. */
export function CheckoutNotice({ checkout: { open, opening, question, progress, dismiss } }: { checkout: Checkout }) {
  if (question) {
    return (
      <BillingAddressDialog
        address={null}
        submitLabel="Weiter zur Zahlung"
        busy={opening}
        onSubmit={question.answer}
        onClose={question.cancel}
      />
    );
  }
  if (!open) return null;
  if (progress.pending) {
    return (
      <Alert tone="info" title="Ihre Zahlung ist unterwegs" onClose={dismiss}>
        Sobald sie eingegangen ist, schalten wir Ihren Kauf frei. Das kann einige Tage dauern; Sie müssen nichts weiter
        tun.
      </Alert>
    );
  }
  const { title, text } = wordsOf(open.blocked, progress);
  return (
    <Alert
      tone={open.blocked ? 'warning' : 'info'}
      title={title}
      actions={
        <>
          <ButtonLink
            href={open.url}
            target="_blank"
            rel="noopener noreferrer"
            size="small"
            variant={open.blocked ? 'primary' : 'secondary'}
            iconEnd="external"
          >
            Bezahlseite öffnen
          </ButtonLink>
          {progress.tired && (
            <Button size="small" icon="refresh" loading={progress.checking} onClick={progress.check}>
              Jetzt prüfen
            </Button>
          )}
          <Button size="small" variant="quiet" onClick={dismiss}>
            Nicht mehr warten
          </Button>
        </>
      }
    >
      {text}
    </Alert>
  );
}

function wordsOf(blocked: boolean, { left, tired }: { left: boolean; tired: boolean }) {
  if (tired) {
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
      title: 'Noch keine Zahlung eingegangen',
      text: 'Haben Sie den Kauf abgebrochen? Dann wurde nichts abgebucht. Die Bezahlseite können Sie wieder öffnen.',
    };
  }
  return {
    title: 'Bitte bezahlen Sie im neuen Tab',
    text: 'Die Seite des Zahlungsanbieters ist geöffnet. Hier geht es nach der Zahlung automatisch weiter.',
  };
}
