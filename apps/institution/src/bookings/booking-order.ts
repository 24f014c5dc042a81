import type { Course } from '@nemus/data';

/** How a booking is paid. */
export type BookingPayment = 'credits' | 'card';

/** What a booking costs, and whether the credits last. */
export interface BookingCost {
  readonly participants: number;
  readonly credits: number;
  /** Gross, in cents. */
  readonly cents: number;
  readonly affordable: boolean;
}

/** Most participants of one booking. */
export const MOST_PARTICIPANTS = 200;

/** A booking's cost: each participant takes a place at the full price. */
export function bookingCost(
  { credit_cost, price_euros }: Pick<Course, 'credit_cost' | 'price_euros'>,
  participants: number,
  availableCredits: number,
): BookingCost {
  const credits = credit_cost * participants;
  return {
    participants,
    credits,
    cents: Math.round(price_euros * 100) * participants,
    // Nobody chosen yet: one place decides whether paying with credits is a choice at all.
    affordable: credit_cost * Math.max(1, participants) <= availableCredits,
  };
}

const berlinDay = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' });
const DAY = 24 * 3_600_000;

/** The day in Berlin some days from now, `yyyy-MM-dd`. */
export function dayFromNow(now: Date, days: number): string {
  return berlinDay.format(new Date(now.getTime() + days * DAY));
}
