import { useSession } from '@nemus/contract/react';
import { Alert, Button, ButtonLink } from '@nemus/ui';
import { Link } from 'react-router-dom';
import { AddressOffer } from '../billing/AddressOffer';
import { usePaymentReturn } from './usePaymentReturn';

/**
 * The state of the purchase that the user has just returned from; nothing without one. Every dashboard shows it: after
 * a course purchase the provider sends all accounts there.
 */
export function PaymentNotice() {
  const { checking, paid, unpaid, unchecked, lookingAgain, lookAgain, leftCourseId, forgetLeft } = usePaymentReturn();
  if (leftCourseId !== null) return <LeftCourse courseId={leftCourseId} onClose={forgetLeft} />;
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

/** The purchase was cancelled at the provider: back to the course. */
function LeftCourse({ courseId, onClose }: { courseId: string; onClose: () => void }) {
  const { profile } = useSession();
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
