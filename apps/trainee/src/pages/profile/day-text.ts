import { dayProblem, type DayBounds } from '@nemus/ui';
import { z } from 'zod';

/** An optional day of a form, `yyyy-MM-dd` or empty. */
export const dayText = (days: () => DayBounds) =>
  z.string().superRefine((value, context) => {
    const problem = dayProblem(value, days());
    if (problem !== null) context.addIssue({ code: 'custom', message: problem });
  });

/** The same day of another year; for 29 February possibly 1 March. */
export function yearsAfter(day: string, years: number): string {
  const moment = new Date(`${day}T12:00:00Z`);
  moment.setUTCFullYear(moment.getUTCFullYear() + years);
  return moment.toISOString().slice(0, 10);
}
