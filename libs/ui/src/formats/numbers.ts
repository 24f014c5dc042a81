import { formatNumber } from './formats';

/** What a number field accepts. Without `digits`, whole numbers; without `min`, none below zero. */
export interface NumberBounds {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  /** Most digits after the comma, at most two: so a dot in a value is never one between thousands. */
  readonly digits?: 0 | 1 | 2 | undefined;
}

const THOUSANDS = /^[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$/;

/**
 * A number in German notation as text for programs: `1.000,50` is `1000.5`, `62,5` is `62.5`. Null if it cannot be
 * read, has too many digits after the comma, or could mean two things: `1,000` is one in Germany and a thousand in
 * England.
 */
export function readNumber(typed: string, { digits = 0 }: NumberBounds = {}): string | null {
  const text = typed
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replace(/(?:€|%|EUR|Euro)\s*$/i, '')
    .trim()
    .replace(/^[−–‐-]\s*/, '-')
    .replaceAll(/(?<digit>\d)[ '’](?=\d{3}(?!\d))/g, '$<digit>.');
  const sign = text.startsWith('-') ? '-' : '';
  const amount = text.slice(sign.length);
  if (/^[1-9]\d{0,2}(?:,\d{3})+$/.test(amount)) return null;
  const plain = THOUSANDS.test(amount)
    ? amount.replaceAll('.', '').replace(',', '.')
    : // A dot that cannot be one between thousands: the comma of a telephone's keyboard.
      /^\d+(?:,\d+|\.\d{1,2})?$/.test(amount)
      ? amount.replace(',', '.')
      : null;
  if (plain === null || plain.length > 15) return null;
  const [whole = '', part = ''] = plain.split('.');
  if (part.length > digits) return null;
  const value = String(Number(plain));
  return whole.length > 12 ? null : value === '0' ? '0' : `${sign}${value}`;
}

const isPlain = (value: string, digits: number) =>
  digits === 0 ? /^-?\d+$/.test(value) : /^-?\d+(?:\.\d{1,2})?$/.test(value);

/** A number as people read it, `1.000,5`; an amount of money with both digits, `89,50`. Other text stays as it is. */
export function writeNumber(value: string, { digits = 0 }: NumberBounds = {}, isMoney = false): string {
  if (!isPlain(value, digits)) return value;
  // As a keyboard writes it.
  const text = formatNumber(Number(value), digits).replace('\u2212', '-');
  return isMoney && text.includes(',') ? text.replace(/,(\d)$/, ',$10') : text;
}

/** The value of a number field as a number; null if it is empty, unreadable or outside the bounds. */
export function numberOf(value: string, bounds: NumberBounds = {}): number | null {
  return value.trim() === '' || numberProblem(value, bounds) !== null ? null : Number(readNumber(value, bounds));
}

/** What is wrong with the value of a number field; null if it is a number within the bounds, or empty. */
export function numberProblem(value: string, bounds: NumberBounds = {}): string | null {
  const { min = 0, max, digits = 0 } = bounds;
  if (value.trim() === '') return null;
  const read = isPlain(value, digits) ? value : readNumber(value, bounds);
  if (read !== null && Number(read) >= min && (max === undefined || Number(read) <= max)) return null;
  if (/^\s*\d{1,3},\d{3}\s*$/.test(value)) {
    const [whole, part] = value.trim().split(',');
    return `Ist ${whole}.${part} gemeint? Bitte trennen Sie Tausender mit einem Punkt und Nachkommastellen mit einem Komma.`;
  }
  const kind = digits === 0 ? 'eine ganze Zahl' : 'eine Zahl';
  const range =
    max !== undefined
      ? ` von ${formatNumber(min)} bis ${formatNumber(max)}`
      : min === 0
        ? ''
        : ` ab ${formatNumber(min)}`;
  return `Bitte geben Sie ${kind}${range} ein${digits === 0 ? '' : `, zum Beispiel ${digits === 1 ? '4,5' : '89,50'}`}.`;
}
