import type { z } from 'zod';
import type { Entry } from './entry.ts';
import { ACCOUNTS } from './refusals/accounts.ts';
import { BOOKINGS } from './refusals/bookings.ts';
import { COURSES } from './refusals/courses.ts';
import { DATES } from './refusals/dates.ts';
import { LEARNING } from './refusals/learning.ts';
import { LOGBOOK } from './refusals/logbook.ts';
import { NEWS_AND_SMS } from './refusals/news.ts';
import { PURCHASES } from './refusals/purchases.ts';
import { REQUESTS } from './refusals/requests.ts';
import { REQUIREMENTS } from './refusals/requirements.ts';
import { TRAINEES } from './refusals/trainees.ts';

/**
 * Every refusal that users read: of the database, whose errors carry a code and values, and of the functions. Each
 * sentence is in one of these files only; to reword one is to change its line.
 */
export const REFUSALS = {
  ...REQUESTS,
  ...ACCOUNTS,
  ...COURSES,
  ...REQUIREMENTS,
  ...TRAINEES,
  ...BOOKINGS,
  ...PURCHASES,
  ...LEARNING,
  ...DATES,
  ...LOGBOOK,
  ...NEWS_AND_SMS,
} as const satisfies Readonly<Record<string, Entry>>;

/** A code that people can be refused with. */
export type RefusalCode = keyof typeof REFUSALS;

/** The values that belong to a code; `undefined` where its sentence is always the same. */
export type RefusalValues<Code extends RefusalCode> = z.input<ReturnType<(typeof REFUSALS)[Code]['values']>>;

/** Whether users can be refused with this code. */
export const isRefusalCode = (code: string): code is RefusalCode => Object.hasOwn(REFUSALS, code);

/** The sentence of a code, with values as they came over the network: what is missing or odd is left out. */
export const readRefusal = (code: RefusalCode, values?: unknown): string => REFUSALS[code].read(values);

/**
 * The sentence of a code, with values that are known here.
 *
 * @example
 * refusalText('insufficient_credits', { available: 3 });
 */
export const refusalText = <Code extends RefusalCode>(code: Code, values: RefusalValues<Code>): string =>
  readRefusal(code, values);
