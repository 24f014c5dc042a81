import { useIdle } from '@nemus/area';
import { Slot } from '@nemus/contract/react';

/**
 * What the course would count for, as the logbook's area says it. Without that area, or in a shell of before this slot,
 * there is nothing in its place.
 */
export function CourseCredit({ courseId }: { courseId: string }) {
  return useIdle() ? <Slot name="course-credit" props={{ courseId }} fallback={null} /> : null;
}
