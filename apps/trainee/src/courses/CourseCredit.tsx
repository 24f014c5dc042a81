import { useIdle } from '@nemus/area';
import { Slot } from '@nemus/contract/react';

/**
 * What the course would count for, from the logbook area. Renders nothing without that area, or in a shell without this
 * slot.
 */
export function CourseCredit({ courseId }: { courseId: string }) {
  return useIdle() ? <Slot name="course-credit" props={{ courseId }} fallback={null} /> : null;
}
