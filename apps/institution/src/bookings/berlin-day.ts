const berlinDay = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' });
const DAY = 24 * 3_600_000;

/** The day in Berlin some days from now, `yyyy-MM-dd`. */
export function dayFromNow(now: Date, days: number): string {
  return berlinDay.format(new Date(now.getTime() + days * DAY));
}
