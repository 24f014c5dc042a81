import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Hono } from 'hono';
import { csrf } from 'hono/csrf';
import type { SandboxEnvironment, SandboxRoutes } from '../api/handle';
import { settle } from '../api/guards';
import type { Sandbox } from '../sandbox';
import { checkoutPages } from './checkout';
import { overviewPages } from './overview';
import { portalPages } from './portal';

const HERE = path.dirname(fileURLToPath(import.meta.url));
const STYLE = readFileSync(path.join(HERE, 'checkout.css'), 'utf8');
const ICON = readFileSync(path.join(HERE, 'icon.svg'), 'utf8');

/** Pages for people. Forms are accepted from our own pages alone. */
export function createPages(sandbox: Sandbox): SandboxRoutes {
  const pages = new Hono<SandboxEnvironment>();
  const asset = { 'cache-control': 'public, max-age=300', 'x-content-type-options': 'nosniff' };
  pages.get('/assets/checkout.css', ({ body }) =>
    body(STYLE, 200, { ...asset, 'content-type': 'text/css; charset=utf-8' }),
  );
  pages.get('/assets/icon.svg', ({ body }) => body(ICON, 200, { ...asset, 'content-type': 'image/svg+xml' }));
  pages.use('/c/*', csrf({ origin: new URL(sandbox.publicUrl).origin }), settle(sandbox));
  pages.use('/p/*', csrf({ origin: new URL(sandbox.publicUrl).origin }), settle(sandbox));
  pages.route('/', overviewPages(sandbox));
  pages.route('/', checkoutPages(sandbox));
  pages.route('/', portalPages(sandbox));
  return pages;
}
