import type { Spending } from '@nemus/data';
import { numberOf, numberProblem } from '@nemus/ui';

/** Bounds of the two fields; the database has the same. */
export const CREDIT_BOUNDS = { min: 0, max: 1_000_000 } as const;
export const EURO_BOUNDS = { min: 0, max: 1_000_000, digits: 2 } as const;

/** Input for credits and euros; empty: no limit. */
export interface SpendingForm {
  readonly credits: string;
  readonly euros: string;
}

export const spendingFormOf = ({ credits, cents }: Spending): SpendingForm => ({
  credits: credits === null ? '' : String(credits),
  euros: cents === null ? '' : String(cents / 100),
});

/** The form's values, or the errors by field. */
export function readSpending(form: SpendingForm): {
  readonly spending: Spending | null;
  readonly problems: { readonly credits?: string; readonly euros?: string };
} {
  const wrong = {
    credits: numberProblem(form.credits, CREDIT_BOUNDS),
    euros: numberProblem(form.euros, EURO_BOUNDS),
  };
  const problems = {
    ...(wrong.credits !== null && { credits: wrong.credits }),
    ...(wrong.euros !== null && { euros: wrong.euros }),
  };
  if (wrong.credits !== null || wrong.euros !== null) return { spending: null, problems };
  const euros = numberOf(form.euros, EURO_BOUNDS);
  return {
    spending: {
      credits: numberOf(form.credits, CREDIT_BOUNDS),
      cents: euros === null ? null : Math.round(euros * 100),
    },
    problems,
  };
}
