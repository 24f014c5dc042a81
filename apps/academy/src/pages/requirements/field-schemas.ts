import { FIGURE_STATUSES } from '@nemus/data';
import { formatNumber } from '@nemus/ui';
import { z } from 'zod';

const MISSING = 'Bitte füllen Sie dieses Feld aus.';
/** One line of text. @param most its length in characters, as in the database */
export const line = (most: number) =>
  z
    .string()
    .trim()
    .max(most, `Höchstens ${formatNumber(most)} Zeichen.`)
    .regex(/^\P{Cc}*$/u, 'Der Text enthält Zeichen, die hier nicht möglich sind.');
export const required = (most: number) => line(most).min(1, MISSING);

/** Minutes of a unit, as the select has them. */
export const lengths = z.enum(['45', '50', '60']);
export const statuses = z.enum(['', ...FIGURE_STATUSES]);

export const lengthOf = (minutes: number | undefined) => (minutes === 50 ? '50' : minutes === 60 ? '60' : '45');
export const minutesOf = (length: z.infer<typeof lengths>) => (length === '50' ? 50 : length === '60' ? 60 : 45);
