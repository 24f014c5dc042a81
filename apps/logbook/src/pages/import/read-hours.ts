import { readNumber } from '@nemus/ui';
import { UNIT_MINUTES } from '@nemus/data';

/** The unit of a number without one. */
export const HOUR_UNITS = ['minutes', 'hours', 'units'] as const;
export type HourUnit = (typeof HOUR_UNITS)[number];

export const HOUR_UNIT_LABELS: Readonly<Record<HourUnit, string>> = {
  minutes: 'Minuten',
  hours: 'Stunden',
  units: 'Unterrichtseinheiten zu 45 Minuten',
};

const MINUTES: Readonly<Record<HourUnit, number>> = { minutes: 1, hours: 60, units: UNIT_MINUTES };
const SUFFIXES: readonly (readonly [HourUnit, RegExp])[] = [
  ['minutes', /\s*(?:min(?:uten?|\.)?|')$/i],
  ['hours', /\s*(?:std\.?|stunden?|hours?|h)$/i],
  ['units', /\s*(?:ue|einheit(?:en)?|unterrichtseinheit(?:en)?)$/i],
];
/** Longest entry, in minutes. */
const LONGEST = 1440;

/** The unit that a head names: `Dauer (Min.)`. */
export function unitOfHead(head: string): HourUnit | null {
  if (/min/i.test(head)) return 'minutes';
  if (/\bue\b|einheit/i.test(head)) return 'units';
  return /std|stunde|hour|\(h\)|^h$/i.test(head) ? 'hours' : null;
}

/** Whether a cell is a number without a unit. */
export const isPlainNumber = (cell: string): boolean => readNumber(cell, { digits: 2 }) !== null;

/**
 * Minutes of a cell, from 1 to 1,440: `50`, `0:50`, `1,5 Std.`, `2 UE`. Null if it cannot be read, or is a number
 * without a unit and none is given.
 */
export function readHours(cell: string, unit: HourUnit | null): number | null {
  const [, hours, minutes] = /^(\d{1,2}):(\d{2})(?::00)?(?:\s*(?:h|std\.?))?$/i.exec(cell) ?? [];
  if (hours !== undefined && minutes !== undefined) {
    return Number(minutes) < 60 ? within(Number(hours) * 60 + Number(minutes)) : null;
  }
  const [named, suffix] = SUFFIXES.find(([, pattern]) => pattern.test(cell)) ?? [unit, /$^/];
  const number = readNumber(cell.replace(suffix, ''), { digits: 2 });
  return number === null || named === null ? null : within(Math.round(Number(number) * MINUTES[named]));
}

const within = (minutes: number) => (minutes >= 1 && minutes <= LONGEST ? minutes : null);
