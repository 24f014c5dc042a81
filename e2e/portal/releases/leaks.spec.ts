import { packRelease } from '@nemus/release';
import { smokeInPortal } from '../../../tools/release/src/smoke';
import { PORTAL_URL } from '../../environment';
import { fixtureRemote } from '../../fixtures/build';
import { DEMO, expect, test } from '../../support/test';

test('the smoke test names what an area leaves behind', async () => {
  // A whole smoke test, in a browser of its own.
  test.slow();
  const smoke = smokeInPortal({
    files: await packRelease(fixtureRemote('leaking')),
    portal: PORTAL_URL,
    accounts: [{ name: 'piw', userType: 'piw', rights: [], ...DEMO.piw }],
    say: () => undefined,
  });
  const left = [
    'an interval is running',
    'window has a listener for resize',
    'body has class="leaking"',
    'the storage has the key "leaking-draft"',
    'window has "leakingState"',
  ];
  await expect(smoke).rejects.toMatchObject({
    code: 'smoke-failed',
    details: [
      expect.stringContaining('No key is registered'),
      ...left.map((leak) => `piw: leaves nothing behind: after /leaking: ${leak}`),
    ],
  });
});
