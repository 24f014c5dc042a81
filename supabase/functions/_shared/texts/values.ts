import { z } from 'zod';

/** Made when it is first used: the portal starts with these files, and four of them cost it 20 ms of a processor. */
export function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

const integer = once(() => new Intl.NumberFormat('de-DE', { maximumFractionDigits: 0 }));
const euros = once(() => new Intl.NumberFormat('de-DE', { style: 'currency', currency: 'EUR' }));
const BERLIN = { timeZone: 'Europe/Berlin', day: '2-digit', month: '2-digit', year: 'numeric' } as const;
const days = once(() => new Intl.DateTimeFormat('de-DE', BERLIN));
const moments = once(
  () => new Intl.DateTimeFormat('de-DE', { ...BERLIN, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
);

/** A minus sign instead of the hyphen. */
const minus = (text: string) => text.replace('-', '\u2212');

/** A count in a text: `1.250` (S-9.2). */
export const formatCount = (value: number): string => minus(integer().format(value));

/** Money in a text, of cents: `1.234,00 €` (S-9.2). */
export const formatMoney = (cents: number): string => minus(euros().format(cents / 100));

const decimals = once(() => new Intl.NumberFormat('de-DE', { maximumFractionDigits: 2 }));

/** A number in a text, with up to two decimals: `5,5`. */
export const formatNumber = (value: number): string => minus(decimals().format(value));

/** A day in a text, of `2026-11-22`: `22.11.2026` (S-9.2). */
export const formatDay = (text: string): string => days().format(new Date(text));

/** A sentence of a text that people write, or that ends with an abbreviation: `24 UE 20 Min.` has its full stop. */
export const endSentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

/** A count as it arrives in the values of a code; becomes text. */
export const count = z.int().transform(formatCount);

const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

/** A point in time as it arrives; becomes its day, `22.11.2026`, in the zone of S-9.2. */
export const day = instant.transform((date) => days().format(date));

/** A point in time as it arrives; becomes day and time, `22.11.2026, 10:00`. */
export const moment = instant.transform((date) => moments().format(date));

/** A day without a time as it arrives, `2026-11-22`; becomes `22.11.2026`. */
export const date = z.iso.date().transform(formatDay);

/** A name or an address as it arrives: one line of a length that names have. Everything else has no place in a toast. */
export const name = z
  .string()
  .trim()
  .min(1)
  .max(255)
  .regex(/^\P{Cc}+$/u);
