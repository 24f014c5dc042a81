import { useIdle } from '@nemus/area';
import { DatesToFollow } from '@nemus/area/catalogue';
import type { Course } from '@nemus/data';
import { Slot } from '@nemus/contract/react';
import { formatEuro, Skeleton, Stack, Text } from '@nemus/ui';

/**
 * The payments area's purchase buttons for a course, with its price; without that area the course can still be read.
 * Without dates and content there is nothing to buy yet. They follow after the card's text: mounting another area's root for each card would block scrolling and typing.
 */
export function PurchaseButtons({
  course,
  isBuyable,
  isAsked,
}: {
  course: Pick<Course, 'id' | 'title' | 'price_euros' | 'credit_cost'>;
  isBuyable: boolean;
  /** The account asked for dates. */
  isAsked: boolean;
}) {
  const idle = useIdle();
  if (!isBuyable) return <DatesToFollow courseId={course.id} courseTitle={course.title} isAsked={isAsked} />;
  if (!idle) return <Waiting />;
  return (
    <Slot
      name="course-purchase"
      props={{
        courseId: course.id,
        courseTitle: course.title,
        priceEuros: course.price_euros,
        creditCost: course.credit_cost,
        enrolled: false,
      }}
      loading={<Waiting />}
      fallback={
        <Stack gap={0}>
          <Text strong numeric>
            {formatEuro(course.price_euros)}
          </Text>
          <Text variant="small" tone="muted">
            Der Kauf ist gerade nicht möglich.
          </Text>
        </Stack>
      }
    />
  );
}

/** As high as a button with price and terms below it. */
function Waiting() {
  return (
    <Stack gap={0.5}>
      <Skeleton width="7.5rem" height={40} />
      <Skeleton width="7rem" height={19} />
      <Skeleton width="13rem" height={19} />
    </Stack>
  );
}
