import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { QueryPart, useDataClient } from '@nemus/area';
import { useSession } from '@nemus/contract/react';
import { enrolledCourseIdsQuery, type LearningCourse } from '@nemus/data';
import { SkeletonCards } from '@nemus/ui';
import { isOpenTo } from './access';

/**
 * Provides whether the account may learn a course. The database enforces it; here it only controls what is shown. Only
 * a premium course checks purchases.
 */
export function CourseAccess({
  course,
  children,
}: {
  course: LearningCourse;
  children: (mayLearn: boolean) => ReactNode;
}) {
  return course.is_premium ? <BoughtAccess course={course}>{children}</BoughtAccess> : <>{children(true)}</>;
}

function BoughtAccess({ course, children }: { course: LearningCourse; children: (mayLearn: boolean) => ReactNode }) {
  const client = useDataClient();
  const { userId } = useSession();
  const enrolled = useQuery(enrolledCourseIdsQuery(client, userId));
  return (
    // Unknown is not "none": a course that is owned would be offered for sale.
    <QueryPart query={enrolled} title="Ihre gekauften Kurse" loading={<SkeletonCards count={4} />}>
      {(ids) => children(isOpenTo(course, ids))}
    </QueryPart>
  );
}
