import path from 'node:path';
import { readDeclaration } from '@nemus/build/declaration';
import { smokeRemote } from '@nemus/testing/smoke';
import { missingForNginx } from '../../../tools/portal/src/deploy/running-nginx';
import { followRequests } from '../../support/requests';
import { stopAfterPages } from '../../support/servers';
import { DEMO, expect, test } from '../../support/test';
import { deployPortal } from './deployed-portal';

/** An area with few pages, and with files of every kind. */
const AREA = 'elearning';
const PAGE = '/e-learning';

const missing = missingForNginx();

/**
 * Browsers and a deployed portal understand each other; that nginx answers like the local server is tested request by
 * request (`tools/portal/src/deploy/real-servers.test.ts`). Skipped on machines without nginx; CI has it.
 */
if (missing === null || process.env['NEMUS_REQUIRE_SERVERS'] === '1') {
  test('the portal behind nginx: an area in the real shell, and a changed file that does not run', async ({
    browser,
    context,
    page,
    complaints,
  }) => {
    // Publishes, starts a server and runs a whole smoke test.
    test.slow();
    expect(missing).toBeNull();
    const deployed = await deployPortal(AREA);
    const { portal, store, remote } = deployed;
    const asked = await followRequests(page);
    try {
      const checks = await smokeRemote(browser, {
        portalUrl: portal,
        storeUrl: store,
        registry: { remotes: [remote] },
        declaration: await readDeclaration(path.resolve(import.meta.dirname, '../../../apps', AREA)),
        version: remote.stable.version,
        // Another account's view of the area is the same behind any server: its smoke test covers it.
        accounts: [{ name: 'piw', userType: 'piw', rights: [], ...DEMO.piw }],
      });
      expect(checks.filter(({ problems }) => problems.length > 0)).toEqual([]);

      await page.goto(`${portal}/auth`);
      await expect(page.getByRole('button', { name: 'Anmelden' })).toBeVisible();
      // Neither policy nor integrity of the page has anything to report.
      expect(complaints.messages).toEqual([]);

      complaints.expected(/integrity|Failed to (fetch|load)|SRI|elearning/i);
      await deployed.tamper();
      await page.getByRole('textbox', { name: 'E-Mail' }).fill(DEMO.piw.email);
      await page.getByLabel('Passwort', { exact: true }).fill(DEMO.piw.password);
      await page.getByRole('button', { name: 'Anmelden' }).click();
      await page.waitForURL((url) => url.pathname !== '/auth');
      await page.goto(`${portal}${PAGE}`);
      await expect(page.getByText('wurden deshalb nicht ausgeführt')).toBeVisible();
      expect(await page.evaluate(() => Reflect.get(globalThis, 'tamperedCodeRan'))).toBeUndefined();
      // The backend is reached through the portal's own origin: no preflight was sent.
      expect(asked.preflights).toEqual([]);
      expect([...asked.origins].toSorted()).toEqual([portal, store].toSorted());
      expect([...asked.paths].filter((path) => /^\/(auth|rest)\/v1\//.test(path)).length).toBeGreaterThan(1);
    } finally {
      await stopAfterPages(context, () => deployed.stop());
    }
  });
}
