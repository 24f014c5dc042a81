import { Slot } from '@nemus/contract/react';
import type { LearningCourse } from '@nemus/data';
import { Text } from '@nemus/ui';

/** The purchase of a premium course, from the payments area; the product is its seminar. */
export function CoursePurchase({ seminar }: { seminar: NonNullable<LearningCourse['seminar']> }) {
  return (
    <Slot
      name="course-purchase"
      props={{
        courseId: seminar.id,
        courseTitle: seminar.title,
        priceEuros: seminar.price_euros,
        creditCost: seminar.credit_cost,
        enrolled: false,
      }}
      fallback={
        <Text variant="small" tone="muted">
          Der Kauf ist gerade nicht möglich. Bitte versuchen Sie es später noch einmal.
        </Text>
      }
    />
  );
}
