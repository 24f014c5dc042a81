import { Alert, Button } from '@nemus/ui';
import { usePaymentReturn } from './usePaymentReturn';

/**
 * Says how a purchase stands that the reader has just come back from; nothing when there is none. Every dashboard shows
 * it: the provider sends all accounts there after a course.
 */
export function PaymentNotice() {
  const { checking, unpaid, unchecked, lookingAgain, lookAgain } = usePaymentReturn();
  if (checking) return <Alert title="Ihre Zahlung wird geprüft …">Das dauert nur einen Moment.</Alert>;
  if (!unpaid && !unchecked) return null;
  return (
    <Alert
      tone="warning"
      title={unpaid ? 'Ihre Zahlung ist noch nicht eingegangen' : 'Ihre Zahlung konnte nicht geprüft werden'}
      actions={
        <Button size="small" icon="refresh" loading={lookingAgain} onClick={lookAgain}>
          Jetzt prüfen
        </Button>
      }
    >
      {unpaid
        ? 'Wir prüfen automatisch weiter. Sobald die Zahlung bestätigt ist, ist der Kurs freigeschaltet.'
        : 'Ihr Kauf geht nicht verloren: Ist die Zahlung eingegangen, wird der Kurs auch ohne diese Prüfung freigeschaltet.'}
    </Alert>
  );
}
