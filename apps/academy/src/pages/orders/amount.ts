/** An amount in euros as typed in Germany (`1.234,50`, `12`, `12,5 €`), in cents; null if invalid. */
export function readCents(text: string): number | null {
  const parts = /^(\d{1,7}|\d{1,3}(?:\.\d{3})+)(?:,(\d{1,2}))?$/.exec(text.replace(/[\s€]/g, ''));
  if (!parts) return null;
  const [, euros = '', cents = ''] = parts;
  return Number(euros.replaceAll('.', '')) * 100 + Number(cents.padEnd(2, '0'));
}
