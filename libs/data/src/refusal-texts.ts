import type * as texts from '../../../supabase/functions/_shared/texts/refusals';

/** The sentences of all refusals. */
export type RefusalTexts = typeof texts;

/** How long a refusal waits for its sentence, in milliseconds: the user wants to know first that it was refused. */
const PATIENCE_MS = 5_000;

let asked: Promise<RefusalTexts> | null = null;

/**
 * The sentences of all refusals, once requested: 9 KB that load with the first refusal. Shell and areas each have their
 * own table, and most visits have no refusal.
 *
 * Rejects when the file does not load; the next call tries again.
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

/** The sentences of all refusals; null when they do not load, or not in time. Never rejects. */
export async function refusalTexts(): Promise<RefusalTexts | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, null);
  });
  const found = await Promise.race([askForTexts().catch(() => null), late]);
  clearTimeout(timer);
  return found;
}

/** Preloads the sentences. Never rejects: a refusal tries again. */
export function prepareRefusals(): void {
  askForTexts().catch(() => undefined);
}
