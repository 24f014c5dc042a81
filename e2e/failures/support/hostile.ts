import type { Page } from '@playwright/test';

/** Hostile texts that a user could have as name or title. */
export const HOSTILE_TEXTS = {
  markup:
    '<img src=x onerror="window.nemusPwned=1"><script>window.nemusPwned=1</script><b>fett</b> &amp; {{7*7}} ${7*7}',
  'right-to-left': '‮שלום עולם‬ مرحبا بالعالم ‏(ABC)',
  '10,000 characters': 'Donaudampfschifffahrtsgesellschaft'.repeat(295).slice(0, 10_000),
  emoji: '👩‍👩‍👧‍👦🏳️‍🌈🧑🏽‍⚕️ Ḋ́̈̃ 𝕬𝖉𝖆 e\u0301\u0301\u0301\u0301',
} as const;

/** Columns with user-written text; ids, dates, codes and addresses stay unchanged. */
const WRITTEN =
  /(^|_)(name|title|description|goal|issuer|location|city|street|text|trainer|supervisor|site|chamber|note|notes|question|explanation|address|module)$/;

function replaceIn(value: unknown, text: string): unknown {
  if (Array.isArray(value)) return value.map((entry) => replaceIn(entry, text));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      typeof inner === 'string' && WRITTEN.test(key) ? text : replaceIn(inner, text),
    ]),
  );
}

/** Every text that people wrote reads like this, in every row that the page is shown. */
export async function writeEverywhere(page: Page, text: string): Promise<void> {
  await page.route('**/rest/v1/**', async (route) => {
    if (route.request().method() === 'OPTIONS') return route.continue();
    const answer = await route.fetch({ maxRetries: 3 });
    const isJson = answer.headers()['content-type']?.includes('json') === true;
    if (!isJson) return route.fulfill({ response: answer });
    const rows: unknown = await answer.json();
    return route.fulfill({ response: answer, json: replaceIn(rows, text) });
  });
}

/** Whether markup of a row was carried out. */
export const wasExecuted = (page: Page): Promise<boolean> => page.evaluate(() => 'nemusPwned' in window);
