import type { Spending } from '@nemus/data';

const MOST_CREDITS = 1_000_000;
const MOST_EUROS = 1_000_000;

/** Input for credits and euros; empty: no limit. */
export interface SpendingForm {
  readonly credits: string;
  readonly euros: string;
}

export const spendingFormOf = ({ credits, cents }: Spending): SpendingForm => ({
  credits: credits === null ? '' : String(credits),
  euros: cents === null ? '' : (cents / 100).toFixed(cents % 100 === 0 ? 0 : 2).replace('.', ','),
});

/** A whole number without signs between thousands. */
function readCredits(typed: string): number | null | undefined {
  if (typed === '') return null;
  if (!/^\d{1,7}$/.test(typed)) return undefined;
  const credits = Number(typed);
  return credits <= MOST_CREDITS ? credits : undefined;
}

/** Euros with at most two places after the comma, as cents. */
function readEuros(typed: string): number | null | undefined {
  if (typed === '') return null;
  const found = /^(\d{1,7})(?:,(\d{1,2}))?$/.exec(typed);
  if (!found) return undefined;
  const [, euros = '0', rest = ''] = found;
  const cents = Number(euros) * 100 + Number(rest.padEnd(2, '0'));
  return cents <= MOST_EUROS * 100 ? cents : undefined;
}

/** The form's values, or the errors by field. */
export function readSpending(form: SpendingForm): {
  readonly spending: Spending | null;
  readonly problems: { readonly credits?: string; readonly euros?: string };
} {
  const credits = readCredits(form.credits.trim());
  const cents = readEuros(form.euros.trim());
  const problems = {
    ...(credits === undefined && { credits: 'Bitte geben Sie eine ganze Zahl bis 1.000.000 ein, ohne Punkte.' }),
    ...(cents === undefined && { euros: 'Bitte geben Sie einen Betrag bis 1.000.000 € ein, etwa 1250 oder 99,50.' }),
  };
  return { spending: credits === undefined || cents === undefined ? null : { credits, cents }, problems };
}
