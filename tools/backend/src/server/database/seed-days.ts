/**
 * The day on which a seed runs, here and where the database counts, as `yyyy-MM-dd`: times of a seed count from it, so an
 * image with the seed's rows is of both.
 */
export function seedDays(now: Date): readonly string[] {
  return ['Europe/Berlin', 'UTC'].map((timeZone) => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(now));
}
