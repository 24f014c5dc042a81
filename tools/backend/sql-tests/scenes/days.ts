const berlin = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' });

/** Today where the portal is, and days from it, as `yyyy-MM-dd`: of the calendar, since a day can have 23 hours or 25. */
export function dayFrom(days = 0): string {
  const noon = new Date(`${berlin.format(new Date())}T12:00:00Z`);
  noon.setUTCDate(noon.getUTCDate() + days);
  return noon.toISOString().slice(0, 10);
}
