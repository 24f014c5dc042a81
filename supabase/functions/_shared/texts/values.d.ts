import { z } from 'zod';
/** A count in a text: `1.250` (S-9.2). */
export declare const formatCount: (value: number) => string;
/** Money in a text, of cents: `1.234,00 €` (S-9.2). */
export declare const formatMoney: (cents: number) => string;
/** A count as it arrives in the values of a code; becomes text. */
export declare const count: z.ZodPipe<z.ZodInt, z.ZodTransform<string, number>>;
/** A point in time as it arrives; becomes its day, `22.11.2026`, in the zone of S-9.2. */
export declare const day: z.ZodPipe<z.ZodPipe<z.ZodISODateTime, z.ZodTransform<Date, string>>, z.ZodTransform<string, Date>>;
/** A point in time as it arrives; becomes day and time, `22.11.2026, 10:00`. */
export declare const moment: z.ZodPipe<z.ZodPipe<z.ZodISODateTime, z.ZodTransform<Date, string>>, z.ZodTransform<string, Date>>;
/** A day without a time as it arrives, `2026-11-22`; becomes `22.11.2026`. */
export declare const date: z.ZodPipe<z.ZodISODate, z.ZodTransform<string, string>>;
/** A name or an address as it arrives: one line of a length that names have. Everything else has no place in a toast. */
export declare const name: z.ZodString;
