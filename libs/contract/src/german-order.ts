let collator: Intl.Collator | null = null;

/**
 * Order of German names and titles (DIN 5007): ä as a, ß as ss, "Modul 2" before "Modul 10". One collator, created on
 * first use: `localeCompare` would parse its rules for every pair.
 */
export function germanOrder(a: string, b: string): number {
  collator ??= new Intl.Collator('de', { numeric: true });
  return collator.compare(a, b);
}
