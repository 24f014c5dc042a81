import type { SlotProps } from '@nemus/contract';
import { formatCount, formatDate } from '@nemus/ui';

/** For whom an institution books a course, and from when. */
export interface CourseBooking {
  readonly traineeIds: readonly string[];
  /** First day, `yyyy-MM-dd`; without one the database chooses. */
  readonly startsOn?: string;
}

/** The booked places: the account's own, or places for trainees. */
export interface Places {
  /** Null: the account buys for itself. */
  readonly booking: CourseBooking | null;
  readonly credits: number;
  /** Gross, in cents: no rounding error in a sum. */
  readonly cents: number;
}

/** Every person takes a place at the full price. */
export function placesOf({ traineeIds, startsOn, creditCost, priceEuros }: SlotProps['course-purchase']): Places {
  const count = traineeIds?.length ?? 1;
  return {
    booking: traineeIds ? { traineeIds, ...(startsOn !== undefined && { startsOn }) } : null,
    credits: creditCost * count,
    cents: Math.round(priceEuros * 100) * count,
  };
}

/** "2 Personen, erster Kurstag 05.12.2026" */
export function describeBooking({ traineeIds, startsOn }: CourseBooking): string {
  const people = formatCount(traineeIds.length, 'Person', 'Personen');
  return startsOn === undefined ? people : `${people}, erster Kurstag ${formatDate(startsOn)}`;
}
