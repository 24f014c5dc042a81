import type { Page } from '@playwright/test';
import { z } from 'zod';
import { faultsOf } from './cell';
import { DEMO, signIn } from '../support/test';
import { expect, test } from './support/fault-portal';

const fault = faultsOf(test);
const STRANGER = 'http://stranger.example';
const tokensSchema = z.object({ access_token: z.string(), refresh_token: z.string() });

/** A third-party page. */
async function openStranger(page: Page, body: string) {
  await page.route(`${STRANGER}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: `<!doctype html><title>Fremd</title>${body}` }),
  );
  await page.goto(`${STRANGER}/`);
}

fault(
  {
    group: 'Hostile input',
    target: 'portal',
    fault: "is put into a frame of another site's page",
    sees: 'Nothing of the portal: the browser refuses the frame.',
    core: true,
  },
  async ({ page, portal, complaints }) => {
    complaints.expected(/frame-ancestors/);
    await openStranger(page, `<iframe src="${portal.origin}/auth" title="Rahmen"></iframe>`);
    await expect.poll(() => page.frames().length).toBe(2);
    await expect(page.frameLocator('iframe').getByRole('button', { name: 'Anmelden' })).toHaveCount(0);
  },
);

fault(
  {
    group: 'Hostile input',
    target: 'registry in the storage',
    fault: 'is forged, while the store does not answer',
    sees: 'The areas whose entries are really signed; the forged one is left out.',
  },
  async ({ page, portal, openPortal, complaints }) => {
    complaints.expected(/500/);
    await openPortal('piw', '/neighbour');
    await page.evaluate(() => {
      const stored = localStorage.getItem('nemus.registry') ?? '';
      localStorage.setItem('nemus.registry', stored.replaceAll('Gesund', 'Gefälscht'));
    });
    await portal.store.break(/\/registry\//, '500');
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Nachbarbereich' })).toBeVisible();
    await expect(page.getByText('Ein Bereich fehlt gerade')).toBeVisible();
    await expect(page.getByRole('link', { name: /Gefälscht|Gesund/ })).toHaveCount(0);
  },
);

fault(
  {
    group: 'Hostile input',
    target: 'registry in the storage',
    fault: 'is forged, while the store answers',
    sees: 'The areas of the store.',
  },
  async ({ page, openPortal }) => {
    await openPortal('piw', '/neighbour');
    await page.evaluate(() => {
      const stored = localStorage.getItem('nemus.registry') ?? '';
      localStorage.setItem('nemus.registry', stored.replaceAll('Gesund', 'Gefälscht'));
    });
    await page.reload();
    await expect(page.getByRole('link', { name: 'Gesund', exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: /Gefälscht/ })).toHaveCount(0);
  },
);

fault(
  {
    group: 'Hostile input',
    target: 'storage',
    fault: 'holds forged values of every kind',
    sees: 'The portal as always; nothing is requested from a stranger and no code of one runs.',
    core: true,
  },
  async ({ page, portal, openPortal, complaints }) => {
    // The policy refuses the early requests of the forged memo, and reports it.
    complaints.expected(/Content Security Policy|stranger\.example/);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.route(`${STRANGER}/**`, (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: 'globalThis.strangerRan = true',
        headers: { 'access-control-allow-origin': '*' },
      }),
    );
    const file = { url: `${STRANGER}/evil.js`, integrity: 'sha384-x' };
    const memo = { registryUrl: `${STRANGER}/registry.json`, areas: [{ paths: ['/neighbour'], files: [file] }] };
    const values: Readonly<Record<string, string>> = {
      'nemus.start': JSON.stringify(memo),
      'nemus.override': JSON.stringify({ id: 'forged', remote: 'sound', url: `${STRANGER}/` }),
      'nemus.diagnosis': '{"__proto__":{"admin":true}}',
      'nemus.color-scheme': '<img src=x onerror=alert(1)>',
      'nemus-signed-out': 'x'.repeat(10_000),
    };
    await page.addInitScript((forged) => {
      for (const [key, value] of Object.entries(forged)) {
        localStorage.setItem(key, value);
        sessionStorage.setItem(key, value);
      }
    }, values);
    await openPortal('piw', '/neighbour');
    await expect(page.getByRole('heading', { level: 1, name: 'Nachbarbereich' })).toBeVisible();
    await page.getByRole('link', { name: 'Gesund', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Gesunder Bereich' })).toBeVisible();
    expect(await page.evaluate(() => Reflect.get(globalThis, 'strangerRan'))).toBeUndefined();
    expect(asked.filter((url) => url.startsWith(STRANGER))).toEqual([]);
    expect(portal.store.requests.length).toBeGreaterThan(0);
  },
);

fault(
  {
    group: 'Hostile input',
    target: 'session in the storage',
    fault: 'is none',
    sees: 'The sign-in.',
  },
  async ({ page, portal, complaints }) => {
    complaints.expected(/40[0-9]/);
    for (const value of [
      '',
      'null',
      '{}',
      '[]',
      '{"access_token":1}',
      '{"user":"x","expires_at":"never"}',
      '\u0000<b>',
    ]) {
      await page.goto(`${portal.origin}/auth`);
      await page.evaluate((stored) => localStorage.setItem('nemus-auth', stored), value);
      await page.goto(`${portal.origin}/neighbour`);
      await expect(page, value).toHaveURL(/\/auth/);
      await expect(page.getByRole('button', { name: 'Anmelden' }), value).toBeVisible();
    }
  },
);

fault(
  {
    group: 'Hostile input',
    target: 'address of the sign-in',
    fault: "names another site's page to go to",
    sees: 'After the sign-in a page of the portal, whatever the address says.',
  },
  async ({ page, portal, openPortal }) => {
    const evil = ['https://stranger.example/', '//stranger.example', '/\\stranger.example', 'javascript:alert(1)'];
    const names = ['returnTo', 'redirect', 'redirect_to', 'next', 'url', 'continue'];
    const query = (value: string) => names.map((name) => `${name}=${encodeURIComponent(value)}`).join('&');
    await page.goto(`${portal.origin}/auth?${query('https://stranger.example/')}`);
    // A forged entry of the history, as an extension or an older version could leave it.
    await page.evaluate(() =>
      history.replaceState(
        { key: 'x', index: 0, state: { returnTo: 'https://stranger.example/', returnFor: null } },
        '',
      ),
    );
    await page.reload();
    await signIn(page, DEMO.piw.email, DEMO.piw.password);
    await expect(page).toHaveURL(`${portal.origin}/dashboard`);
    for (const value of evil) {
      await openPortal('piw', `/auth?${query(value)}#${query(value)}`);
      await expect(page, value).toHaveURL(`${portal.origin}/dashboard`);
    }
    await page.goto(`${portal.origin}//stranger.example/%2e%2e`);
    await expect(page).toHaveURL(new RegExp(`^${portal.origin}/`));
  },
);

fault(
  {
    group: 'Hostile input',
    target: 'address of any page',
    fault: 'carries the session of another account',
    sees: 'Nothing of it: the signed-in account stays, no other one comes in, and the tokens are gone from the address.',
  },
  async ({ page, portal, openPortal, storedSession }) => {
    const foreign = tokensSchema.parse(JSON.parse(await storedSession('institution')));
    const hash = (type: string) =>
      `#${new URLSearchParams({ ...foreign, expires_in: '3600', token_type: 'bearer', type }).toString()}`;
    const paths = ['/', '/auth', '/reset-password', '/bestaetigen', '/404', '/impressum', '/sound', '/gibt-es-nicht'];
    const stored = () => page.evaluate(() => localStorage.getItem('nemus-auth'));
    for (const [index, path] of paths.entries()) {
      await page.goto(portal.origin + path + hash(['signup', 'recovery', 'magiclink'][index % 3] ?? 'signup'));
      await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
      expect(page.url(), path).not.toContain('token');
      expect(await stored(), path).toBeNull();
      await page.goto('about:blank');
    }
    for (const path of paths) {
      await openPortal('piw', path + hash('recovery'), { ready: false });
      await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
      expect(page.url(), path).not.toContain('token');
      expect(await stored(), path).toContain(DEMO.piw.email);
      expect(await stored(), path).not.toContain(foreign.refresh_token);
      await page.goto('about:blank');
    }
  },
);
