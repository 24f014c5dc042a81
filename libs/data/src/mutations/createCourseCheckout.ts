import type { DataClient } from '../client';
import { invokeFunction, pageAddressSchema, type PageAddress } from './invokeFunction';

/**
 * Begins the purchase of a course by card (specification §7, `create-course-purchase`). The price is the database's.
 *
 * @param traineeIds trainees for whom an institution books the course, each at the full price; nobody: the account itself
 * @throws {DataError} `course_not_found`, `trainee_not_found` (404), `already_enrolled` (409), `provider_unavailable`
 *   (502), `network`, …
 */
export function createCourseCheckout(
  client: DataClient,
  courseId: string,
  traineeIds: readonly string[] = [],
): Promise<PageAddress> {
  const body = { courseId, paymentMethod: 'stripe', ...(traineeIds.length > 0 && { traineeIds }) };
  return invokeFunction(client, 'create-course-purchase', body, pageAddressSchema);
}
