import { useSession } from '@nemus/contract/react';
import { Alert, Button, ButtonLink } from '@nemus/ui';
import { Link } from 'react-router-dom';
import { AddressOffer } from '../billing/AddressOffer';
import { usePaymentReturn } from './usePaymentReturn';

/**
 * The state of the purchase that the user has just returned from; nothing without one. Shown by the pages that the
 * provider leads back to: the dashboards after a course, the subscription page after a cancelled other purchase.
 */
export function PaymentNotice() {
  const { checking, paid, unpaid, unchecked, lookingAgain, lookAgain, left, forgetLeft } = usePaymentReturn();
  if (left) return <LeftPurchase courseId={left.courseId} onClose={forgetLeft} />;
  if (checking) return <Alert title="Ihre Zahlung wird geprüft …">Das dauert nur einen Moment.</Alert>;
  if (paid) return <AddressOffer />;
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

/** The course page of an account: the catalogue of its type. */
const courseAddress = (userType: string | undefined, courseId: string) =>
  userType === 'institution'
    ? `/course-bookings?ansicht=buchen&kurs=${encodeURIComponent(courseId)}`
    : `/seminar-catalog?kurs=${encodeURIComponent(courseId)}`;

/** The purchase was cancelled at the provider: back to its course. */
function LeftPurchase({ courseId, onClose }: { courseId: string | null; onClose: () => void }) {
  const { profile } = useSession();
  if (courseId === null) {
    return (
      <Alert title="Sie haben nichts gekauft" onClose={onClose}>
        Es wurde nichts abgebucht. Sie können jederzeit neu kaufen.
      </Alert>
    );
  }
  return (
    <Alert
      title="Sie haben nichts gekauft"
      onClose={onClose}
      actions={
        <ButtonLink component={Link} to={courseAddress(profile?.userType, courseId)} size="small" icon="arrow-left">
          Zurück zum Kurs
        </ButtonLink>
      }
    >
      Es wurde nichts abgebucht. Den Kurs können Sie weiter ansehen und später kaufen.
    </Alert>
  );
}
