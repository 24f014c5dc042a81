import { berlinClock, berlinDay } from '@nemus/area/calendar';
import type { DatePart, PlannedPart } from '@nemus/data';
import { dayProblem, timeProblem } from '@nemus/ui';

/** Day and hours as typed. */
interface Times {
  readonly day: string;
  readonly starts: string;
  readonly ends: string;
  readonly endsDay: string;
}

/** Input of one part of a date. */
export interface PartValues extends Times {
  readonly title: string;
  readonly units: string;
  /** Names the row on the screen: the id of an existing part, or a made one. */
  readonly key: string;
  /** Of an existing part. */
  readonly id: string | null;
}

/** A new part with the hours and units of the one before. */
export const partAfter = (before: PartValues | undefined): PartValues => ({
  key: crypto.randomUUID(),
  id: null,
  title: '',
  day: '',
  starts: before?.starts ?? '',
  ends: before?.ends ?? '',
  endsDay: '',
  units: before?.units ?? '',
});

/** The first two parts, with the time that was typed for the whole date. */
export function firstParts({ day, starts, ends, endsDay }: Times) {
  const first = { ...partAfter(undefined), day, starts, ends, endsDay };
  return [first, partAfter(first)];
}

/** What a new part takes over when an earlier one changes: hours and units that were the same, or empty, until then. */
export const followed = (
  { id, ...part }: PartValues,
  earlier: PartValues | undefined,
  changed: Partial<PartValues>,
): Partial<PartValues> =>
  Object.fromEntries(
    (['starts', 'ends', 'units'] as const).flatMap((field) => {
      const value = changed[field];
      return id === null && value !== undefined && part[field] === earlier?.[field] ? [[field, value]] : [];
    }),
  );

/** The form of an existing part. */
export function partValuesOf({ id, title, starts_at, ends_at, units }: DatePart): PartValues {
  const [day, lastDay] = [berlinDay(starts_at), berlinDay(ends_at)];
  return {
    key: id,
    id,
    title,
    day,
    starts: berlinClock(starts_at),
    ends: berlinClock(ends_at),
    endsDay: lastDay === day ? '' : lastDay,
    units: String(units),
  };
}

/** A part as the database plans it. */
export function plannedPart({ id, title, day, starts, ends, endsDay, units }: PartValues): PlannedPart {
  return {
    ...(id !== null && { id }),
    title,
    day,
    starts,
    ends,
    ...(endsDay !== '' && { ends_day: endsDay }),
    units: /^\d{1,3}$/u.test(units.trim()) ? Number(units) : null,
  };
}

/** Missing or wrong input of the parts; each field's name has the place of its part: `parts.1.day`. */
export function partErrors(parts: readonly PartValues[], needed: string): Readonly<Record<string, string>> {
  const errors: Record<string, string> = {};
  for (const [place, part] of parts.entries()) {
    const set = (field: string, words: string | null) => {
      if (words !== null) errors[`parts.${place}.${field}`] = words;
    };
    const of = `Teil ${place + 1}`;
    set('day', part.day === '' ? `Bitte geben Sie den Tag an (${of}).` : dayProblem(part.day));
    set('starts', part.starts === '' ? `Bitte geben Sie den Beginn an (${of}).` : timeProblem(part.starts));
    set('ends', part.ends === '' ? `Bitte geben Sie das Ende an (${of}).` : timeProblem(part.ends));
    set('ends_day', dayProblem(part.endsDay));
    set('units', /^\d{1,3}$/u.test(part.units.trim()) ? null : `Bitte geben Sie die UE an (${of}).`);
  }
  const wanted = needed.trim();
  if (wanted !== '' && !(/^\d{1,2}$/u.test(wanted) && Number(wanted) >= 1 && Number(wanted) <= parts.length))
    errors.parts_needed = `Bitte geben Sie 1 bis ${parts.length} Teile an.`;
  return errors;
}

/** The number of needed parts; null: all. */
export const neededOf = (needed: string): number | null => (needed.trim() === '' ? null : Number(needed));
