/**
 * The function files as Deno reads them, which is what a hosted project runs them on; purchases.test.ts has each served.
 * That a function names each package that it imports: tools/checks/src/imports/function-imports.test.ts.
 */
import { checkWithDeno, functionNames } from '../../backend/src/server/functions/deno';

// Twelve seconds of one core, with other tests beside it.
jest.setTimeout(240_000);

test('no mistake in the types of any function', async () => {
  await expect(checkWithDeno(functionNames())).resolves.toBeUndefined();
});
