import { useSession } from '@nemus/contract/react';
import { Alert, Button, ButtonLink } from '@nemus/ui';
import { Link } from 'react-router-dom';
import { usePaymentReturn } from './usePaymentReturn';

/**
 * Says how a purchase stands that the reader has just come back from; nothing when there is none. Every dashboard shows
 * it: the provider sends all accounts there after a course.
 */
export function PaymentNotice() {
  const { checking, unpaid, unchecked, lookingAgain, lookAgain, leftCourseId, forgetLeft } = usePaymentReturn();
  if (leftCourseId !== null) return <LeftCourse courseId={leftCourseId} onClose={forgetLeft} />;
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

/** Where an account looks at a course: the catalogue of its type. */
const courseAddress = (userType: string | undefined, courseId: string) =>
  userType === 'institution'
    ? `/course-bookings?ansicht=buchen&kurs=${encodeURIComponent(courseId)}`
    : `/seminar-catalog?kurs=${encodeURIComponent(courseId)}`;

/** The purchase was cancelled at the provider: back to the course that was looked at. */
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
