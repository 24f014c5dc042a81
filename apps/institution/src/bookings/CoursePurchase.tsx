import { Slot } from '@nemus/contract/react';
import type { Course } from '@nemus/data';
import { Alert, Skeleton, Stack } from '@nemus/ui';

/** The payments area's purchase buttons: for chosen trainees, or for the institution's own account. */
export function CoursePurchase({
  course,
  enrolled = false,
  booking,
}: {
  course: Course;
  /** The account has the course already. */
  enrolled?: boolean;
  /** For whom, and from when unless each person chooses a date; without it the account buys for itself. */
  booking?: { readonly traineeIds: readonly string[]; readonly startsOn?: string };
}) {
  return (
    <Slot
      name="course-purchase"
      props={{
        courseId: course.id,
        courseTitle: course.title,
        priceEuros: course.price_euros,
        creditCost: course.credit_cost,
        enrolled,
        ...booking,
      }}
      loading={
        <Stack gap={2}>
          <Skeleton width="100%" height={24} />
          <Skeleton width="18rem" height={40} />
        </Stack>
      }
      fallback={
        <Alert tone="warning" title="Die Buchung ist gerade nicht möglich">
          Zahlungen sind im Moment nicht verfügbar. Ihre Auswahl bleibt hier stehen; bitte versuchen Sie es später noch
          einmal.
        </Alert>
      }
    />
  );
}
