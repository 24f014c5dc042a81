import type { DataClient } from '../client';
import type { CourseOrder } from './bookCourse';
import { invokeFunction, pageAddressSchema, type PageAddress } from './invokeFunction';

/**
 * Starts the purchase of a course by card (`create-course-purchase`, S-12.12). The database sets the price.
 *
 * @param booking for whom an institution books the course, each at the full price, and from when; without it the
 * account buys the course itself
 * @param shownCents the total that the page shows; another price is refused
 * @throws {DataError} `course_not_found`, `trainee_not_found` (404), `trainee_inactive`, `already_enrolled`, `price_changed` (409),
 *   `start_in_the_past`, `start_too_late` (400), `provider_unavailable` (502), `network`, …
 */
export function createCourseCheckout(
  client: DataClient,
  courseId: string,
  booking?: Omit<CourseOrder, 'courseId'>,
  shownCents?: number,
): Promise<PageAddress> {
  const body = { courseId, paymentMethod: 'stripe', ...booking, shownCents };
  return invokeFunction(client, 'create-course-purchase', body, pageAddressSchema);
}
