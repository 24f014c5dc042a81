/** Minutes of one teaching unit (UE). */
export const UNIT_MINUTES = 45;

/** Whole units of a length in minutes; the rest is left out. */
export const wholeUnits = (minutes: number, unitMinutes = UNIT_MINUTES): number => Math.floor(minutes / unitMinutes);

/** Joins a number to its unit, so that no line breaks between them. */
const NBSP = '\u00A0';

/** A number of units of a length in minutes: teaching units, hours, or sessions. */
export const formatUnitsOf = (count: number, unitMinutes: number): string =>
  `${count.toLocaleString('de-DE')}${NBSP}${unitMinutes === UNIT_MINUTES ? 'UE' : unitMinutes === 60 ? 'Std.' : `UE zu ${unitMinutes}${NBSP}Min.`}`;

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
