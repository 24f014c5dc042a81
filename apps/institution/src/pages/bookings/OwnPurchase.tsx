import { useQuery } from '@tanstack/react-query';
import { QueryPart, useDataClient } from '@nemus/area';
import { useSession } from '@nemus/contract/react';
import { enrolledCourseIdsQuery, type Course } from '@nemus/data';
import { Card, SkeletonText, Stack, Text } from '@nemus/ui';
import { CoursePurchase } from '../../bookings/CoursePurchase';

/** Buys a course for the institution's own account, with credits or by card (S-7.8). */
export function OwnPurchase({ course }: { course: Course }) {
  const { userId } = useSession();
  const enrolled = useQuery(enrolledCourseIdsQuery(useDataClient(), userId));
  return (
    <Card title="Zahlung" level={2} as="div">
      <QueryPart query={enrolled} title="Ihre eigenen Kurse" loading={<SkeletonText lines={2} />}>
        {(ids) => (
          <Stack gap={2}>
            <Text variant="small" tone="muted">
              {ids.has(course.id)
                ? 'Dieser Kurs ist für das Konto Ihrer Weiterbildungsstätte freigeschaltet.'
                : 'Der Kurs wird für das Konto Ihrer Weiterbildungsstätte freigeschaltet. PiW erhalten dadurch keinen Zugang.'}
            </Text>
            <CoursePurchase course={course} enrolled={ids.has(course.id)} />
          </Stack>
        )}
      </QueryPart>
    </Card>
  );
}
