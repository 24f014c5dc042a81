/** Minutes of one teaching unit (UE). */
export const UNIT_MINUTES = 45;

/**
 * Teaching units of a sum of minutes: the minutes are added first, then only whole units count (S-13.20). The database has the same
 * rule in `private.nemus_whole_units`.
 */
export const wholeUnits = (minutes: number): number => Math.floor(minutes / UNIT_MINUTES);

/** Joins a number to its unit, so that no line breaks between them. */
const NBSP = '\u00A0';

/** Minutes in units and what is left of them: 45 are `1 UE`, 60 are `1 UE 15 Min.`, 30 are `30 Min.`, none are `0 UE`. */
export function formatMinutes(minutes: number): string {
  const units = wholeUnits(minutes);
  const rest = minutes - units * UNIT_MINUTES;
  return [units > 0 || rest === 0 ? `${units}${NBSP}UE` : '', rest > 0 ? `${rest}${NBSP}Min.` : '']
    .filter((part) => part !== '')
    .join(' ');
}
