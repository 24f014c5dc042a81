import { cp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { startShellServer } from '../../tools/portal/src/serve/servers';
import { ROOT } from '../../tools/portal/src/serve/settings';
import { temporaryFolder } from '../../tools/portal/src/serve/temporary-folder';
import { stopAfterPages } from '../support/servers';
import { expect, expectPageReady, test as base } from '../support/test';

/** The built shell, with the worker that every configuration has; without a backend. */
class KeptShell {
  readonly origin: string;
  readonly #folder: string;
  readonly #switched: { worker?: boolean };

  constructor(origin: string, folder: string, switched: { worker?: boolean }) {
    this.origin = origin;
    this.#folder = folder;
    this.#switched = switched;
  }

  /** Removes the shell's files from the server; the returned function restores them. */
  async loseFiles(): Promise<() => Promise<void>> {
    const assets = path.join(this.#folder, 'site/assets');
    await rename(assets, `${assets}.lost`);
    return () => rename(`${assets}.lost`, assets);
  }

  switchOff() {
    this.#switched.worker = false;
  }

  /** Replaces the worker's script. */
  async serveWorker(script: string) {
    const file = path.join(this.#folder, 'site/worker.js');
    // The compressed forms are those of the worker before.
    for (const form of ['.br', '.gz']) await rm(file + form, { force: true });
    await writeFile(file, script);
  }

  /** Replaces the served page with a named one, with a worker that knows it, or with none. */
  async deploy(name: string, { worker = true } = {}) {
    const file = path.join(this.#folder, 'site/index.html');
    const before = await readFile(file, 'utf8');
    const after = before.replace(/<html lang="de"[^>]*>/, `<html lang="de" data-shell="${name}">`);
    await writeFile(file, after);
    const script = path.join(this.#folder, 'site/worker.js');
    const text = await readFile(script, 'utf8');
    // The compressed forms are those of the worker before.
    for (const form of ['', '.br', '.gz']) await rm(script + form, { force: true });
    if (worker) await writeFile(script, text.replace(await integrityOf(before), await integrityOf(after)));
  }
}

async function integrityOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-384', new TextEncoder().encode(text));
  return `sha384-${Buffer.from(digest).toString('base64')}`;
}

const test = base.extend<{ shell: KeptShell }>({
  shell: async ({ context, complaints }, use) => {
    // The configuration's addresses have no servers, and servers are stopped.
    complaints.expected(/Failed to load resource|net::ERR|Failed to fetch|config\.json could not be fetched/);
    const folder = await temporaryFolder('kept-shell');
    await cp(path.join(ROOT, 'apps/shell/dist'), folder, { recursive: true });
    const config = {
      environment: 'local',
      supabase: { url: 'http://localhost:9', publishableKey: 'sb_publishable_x' },
      storeUrl: 'http://localhost:9/',
      registryUrl: 'http://localhost:9/registry/local.json',
      supportEmail: 'support@nemus.example',
      content: Object.fromEntries(
        ['impressum', 'datenschutz', 'barrierefreiheit', 'agb', 'widerrufsbelehrung'].map((name) => [
          name,
          `/content/${name}.md`,
        ]),
      ),
    };
    const switched: { worker?: boolean } = {};
    const server = await startShellServer({ build: folder, port: 0, config: () => ({ ...config, ...switched }) });
    await use(new KeptShell(server.origin, folder, switched));
    await stopAfterPages(context, async () => {
      await server.close();
      await rm(folder, { recursive: true });
    });
  },
});

// Everywhere else, the worker is disabled.
test.use({ serviceWorkers: 'allow' });

const form = (page: Page) => page.getByRole('button', { name: 'Anmelden', exact: true });

/** Opens the portal as a returning visitor: the worker has cached everything, and answers. */
async function returnTo(page: Page, { origin }: KeptShell) {
  await page.goto(`${origin}/auth`);
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/worker.js', { scope: '/', updateViaCache: 'none' });
    await navigator.serviceWorker.ready;
  });
  await page.reload();
  await expect(form(page)).toBeEnabled();
  expect(await page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');
}

/** Remains of the worker in the browser. */
async function expectLeft(page: Page, left: { registrations: number; caches: number }) {
  // A page that gives way to a newer one is no page for a moment.
  await expect(async () => {
    const found = await page.evaluate(async () => ({
      registrations: (await navigator.serviceWorker.getRegistrations()).length,
      caches: (await caches.keys()).filter((name) => name.startsWith('nemus-worker-')).length,
    }));
    expect(found).toEqual(left);
  }).toPass({ timeout: 15_000 });
}

test('the shell comes from the device, and a changed byte in it is refused', async ({ page, context, shell }) => {
  await returnTo(page, shell);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Keine Verbindung');
  await context.setOffline(false);
  // Automatically.
  await expect(form(page)).toBeEnabled();
  // The browser's HTTP cache must not replace the worker's.
  await context.newCDPSession(page).then((session) => session.send('Network.clearBrowserCache'));
  const bringBack = await shell.loseFiles();
  await page.reload();
  await expect(form(page)).toBeEnabled();
  await bringBack();
  const changed = await page.evaluate(async () => {
    let count = 0;
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const answer = await cache.match(request);
        const { headers } = answer ?? new Response();
        const isText = /html|javascript/.test(headers.get('Content-Type') ?? '');
        if (!answer || !isText) continue;
        const code = request.url.endsWith('.js') ? 'globalThis.attacked = true;' : '<script>attacked = true</script>';
        await cache.put(request, new Response(`${await answer.text()}\n${code}`, { headers }));
        count += 1;
      }
    }
    return count;
  });
  expect(changed).toBeGreaterThan(3);
  await page.reload();
  await expect(form(page)).toBeEnabled();
  expect(await page.evaluate(() => Reflect.get(globalThis, 'attacked'))).toBeUndefined();
});

test('a new shell is used at the next visit, and one without the worker removes it', async ({ page, shell }) => {
  await returnTo(page, shell);
  await shell.deploy('Nemus zwei');
  await page.reload();
  await expect(page.locator('html[data-shell="Nemus zwei"]')).toBeAttached();
  await shell.deploy('Nemus drei', { worker: false });
  await page.reload();
  await expectLeft(page, { registrations: 0, caches: 0 });
});

test('switched off, it is removed with its caches', async ({ page, shell }) => {
  await returnTo(page, shell);
  await expectLeft(page, { registrations: 1, caches: 2 });
  shell.switchOff();
  await page.reload();
  await expectLeft(page, { registrations: 0, caches: 0 });
});

test('a broken worker ends with the script that ends workers', async ({ page, shell }) => {
  await returnTo(page, shell);
  await shell.serveWorker(`
    self.addEventListener('install', () => self.skipWaiting());
    self.addEventListener('fetch', (event) => event.respondWith(new Response('broken')));
  `);
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  await expect(async () => {
    await page.reload();
    await expect(page.getByText('broken')).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 15_000 });
  await shell.serveWorker(await readFile(path.join(ROOT, 'apps/shell/public/worker-off.js'), 'utf8'));
  await page.reload();
  await expectLeft(page, { registrations: 0, caches: 0 });
  await page.reload();
  await expect(form(page)).toBeEnabled();
});

/** Addresses in all caches. */
const keptAddresses = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => url);
  });

test('a signed-in account is answered from the cache, which contains no data', async ({ page, signInAs }) => {
  await signInAs('piw');
  // Automatically, once the page is idle.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const answer = await page.reload();
  expect(answer?.fromServiceWorker()).toBe(true);
  await expectPageReady(page);
  await expect.poll(() => keptAddresses(page)).toContainEqual(expect.stringContaining('/releases/'));
  await page.getByRole('button', { name: 'Abmelden' }).click();
  await expect(form(page)).toBeEnabled();
  const other = (await keptAddresses(page)).filter(
    (url) => !/\/(assets|releases)\/.+\.(js|css|woff2)$|\/\.nemus-page\?/.test(url),
  );
  expect(other).toEqual([]);
});
