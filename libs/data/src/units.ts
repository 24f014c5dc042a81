/** Minutes of one teaching unit (UE). */
export const UNIT_MINUTES = 45;

/** Joins a number and its unit without a line break. */
export const wholeUnits = (minutes: number): number => Math.floor(minutes / UNIT_MINUTES);

/** Joins a number to its unit, so that no line breaks between them. */
const NBSP = '\u00A0';

/** Minutes as units and remaining minutes: 45 are `1 UE`, 60 are `1 UE 15 Min.`, 30 are `30 Min.`, none are `0 UE`. */
export function formatMinutes(minutes: number): string {
  const units = wholeUnits(minutes);
  const rest = minutes - units * UNIT_MINUTES;
  return [
    units > 0 || rest === 0 ? `${units.toLocaleString('de-DE')}${NBSP}UE` : '',
    rest > 0 ? `${rest}${NBSP}Min.` : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
}
