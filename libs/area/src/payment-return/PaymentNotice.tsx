import { Alert, Button } from '@nemus/ui';
import { usePaymentReturn } from './usePaymentReturn';

/**
 * Says how a purchase stands that the reader has just come back from; nothing when there is none. Every dashboard shows
 * it: the provider sends all accounts there after a course.
 */
export function PaymentNotice() {
  const { checking, unpaid, lookingAgain, lookAgain } = usePaymentReturn();
  if (checking) return <Alert title="Ihre Zahlung wird geprüft …">Das dauert nur einen Moment.</Alert>;
  if (!unpaid) return null;
  return (
    <Alert
      tone="warning"
      title="Ihre Zahlung ist noch nicht eingegangen"
      actions={
        <Button size="small" icon="refresh" loading={lookingAgain} onClick={lookAgain}>
          Jetzt prüfen
        </Button>
      }
    >
      Wir prüfen von selbst weiter. Sobald die Zahlung bestätigt ist, ist der Kurs freigeschaltet.
    </Alert>
  );
}
