import type * as texts from '../../../supabase/functions/_shared/texts/refusals';

/** The sentences of all refusals. */
export type RefusalTexts = typeof texts;

/** How long a refusal waits for its sentence, in milliseconds: whoever is refused wants to know that first. */
const PATIENCE_MS = 5_000;

let asked: Promise<RefusalTexts> | null = null;

/**
 * The sentences of all refusals, once asked for: 9 KB that come with the first refusal. Shell and every area have a table
 * of their own, and most visits are refused nothing.
 *
 * Rejects where their file does not come; then the next call asks again.
 */
function askForTexts(): Promise<RefusalTexts> {
  asked ??= import(/* webpackChunkName: "refusals" */ '../../../supabase/functions/_shared/texts/refusals').catch(
    (failure: unknown) => {
      asked = null;
      throw failure;
    },
  );
  return asked;
}

/** The sentences of all refusals; null where they do not come, or not in time. Never rejects. */
export async function refusalTexts(): Promise<RefusalTexts | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, null);
  });
  const found = await Promise.race([askForTexts().catch(() => null), late]);
  clearTimeout(timer);
  return found;
}

/** Asks for the sentences ahead. Never rejects: a refusal asks again. */
export function prepareRefusals(): void {
  askForTexts().catch(() => undefined);
}
