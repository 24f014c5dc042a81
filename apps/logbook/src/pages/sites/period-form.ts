import { dayProblem } from '@nemus/ui';
import { z } from 'zod';
import { FIRST_ENTRY_DAY } from '../../week/week';

const checkDay = (day: string, context: z.RefinementCtx) => {
  const problem = dayProblem(day, { min: FIRST_ENTRY_DAY });
  if (problem !== null) context.addIssue({ code: 'custom', message: problem });
};

/** First and last day of a period in a form; the last is empty while the period is open. */
export const PERIOD_FIELDS = {
  started_on: z.string().min(1, 'Bitte geben Sie ein Datum an.').superRefine(checkDay),
  ended_on: z.string().superRefine(checkDay),
};

/** Whether a period does not end before it starts. */
export const isPeriod = ({ started_on: from, ended_on: until }: { started_on: string; ended_on: string }): boolean =>
  until === '' || until >= from;

/** What the last day says otherwise. */
export const NO_PERIOD = { path: ['ended_on'], message: 'Der letzte Tag liegt vor dem ersten.' };
