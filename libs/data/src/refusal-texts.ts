import type * as texts from '../../../supabase/functions/_shared/texts/refusals';

/** The sentences of all refusals. */
type RefusalTexts = typeof texts;

let asked: Promise<RefusalTexts> | null = null;

/**
 * The sentences of all refusals, which come with the first one: they are a tenth of what shell and areas would start
 * with otherwise, each of them with its own, and most visits are refused nothing.
 *
 * Rejects where their file does not come; then the next call asks again.
 */
export function refusalTexts(): Promise<RefusalTexts> {
  asked ??= import(/* webpackChunkName: "refusals" */ '../../../supabase/functions/_shared/texts/refusals').catch(
    (failure: unknown) => {
      asked = null;
      throw failure;
    },
  );
  return asked;
}

/** Asks for the sentences ahead. Never rejects: a refusal asks again. */
export function prepareRefusals(): void {
  refusalTexts().catch(() => undefined);
}
