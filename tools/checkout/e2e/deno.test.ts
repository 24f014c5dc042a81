/** The function files as Deno reads them, which is what a hosted project runs them on; purchases.test.ts has them served. */
import { checkWithDeno, FUNCTION_NAMES, loadWithDeno } from './deno-process';

jest.setTimeout(60_000);

test('no function has a mistake in its types', async () => {
  await expect(checkWithDeno(FUNCTION_NAMES)).resolves.toBeUndefined();
});

test('the pinned imports are found', async () => {
  await expect(loadWithDeno('stripe-webhook')).resolves.toBeUndefined();
});
