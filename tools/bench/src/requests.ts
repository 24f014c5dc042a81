/**
 * `npm run requests -w @nemus/bench`: what each page asks the backend, in how many round trips, and whether it asks for
 * anything twice. Writes tools/bench/dist/requests.md.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { BACKEND_PATHS } from '@nemus/start/worker';
import { CHROMIUM_FLAGS, findChromium } from '../../../libs/testing/src/smoke/chromium.mjs';
import { buildApps } from '../../portal/src/serve/build';
import { startBenchPortal } from './browser/backend';
import { keptAfterVisit, newContext, ROLES, type Role } from './browser/journeys';
import { depthOf, type Conditions, type SeenRequest } from './browser/network';
import { serveVariants } from './browser/variants';
import { MeasuredPage } from './browser/visit';
import { DIST } from './builds/paths';

/** A latency alone: long enough to tell a request that waits for an answer from one that does not. */
const CONDITIONS: Conditions = {
  name: 'slow',
  label: 'latency 150 ms',
  network: { down: -1, up: -1, latency: 150 },
  cpu: 1,
};

const PAGES: Readonly<Record<Role, readonly string[]>> = {
  piw: ['/dashboard', '/competencies', '/seminar-catalog', '/e-learning', '/appointments', '/profile'],
  institution: [
    '/dashboard',
    '/piw-management',
    '/piw-management/einladen',
    '/course-bookings',
    '/subscription',
    '/purchases',
    '/settings',
    '/profile',
  ],
};

interface PageRequests {
  readonly role: Role;
  readonly page: string;
  readonly data: readonly SeenRequest[];
  readonly preflights: number;
}

/** Table or function that a request asks, without its filters. */
function subjectOf(url: string): string {
  return new URL(url).pathname.replace(/^\/(rest|functions|auth|storage)\/v1\//, '');
}

/** Requests that say the same as another one, by what they ask. */
function repeated(data: readonly SeenRequest[]): string[] {
  const seen = new Map<string, number>();
  for (const { method, url } of data) seen.set(`${method} ${url}`, (seen.get(`${method} ${url}`) ?? 0) + 1);
  return [...seen]
    .filter(([, times]) => times > 1)
    .map(([key, times]) => `${subjectOf(key.split(' ')[1] ?? '')} ${times}×`);
}

function rowOf({ role, page, data, preflights }: PageRequests): string {
  const subjects = data.map(({ url }) => subjectOf(url)).toSorted();
  const counted = [...new Set(subjects)].map((subject) => {
    const times = subjects.filter((other) => other === subject).length;
    return times > 1 ? `${subject} ${times}×` : subject;
  });
  const twice = repeated(data).join(', ') || 'none';
  return `| ${role} | ${page} | ${data.length} | ${depthOf(data)} | ${preflights} | ${twice} | ${counted.join(', ')} |`;
}

await buildApps();
const portal = await startBenchPortal();
const served = await serveVariants(portal, ['portal']);
const browser = await chromium.launch({ executablePath: findChromium() ?? undefined, args: CHROMIUM_FLAGS });
const found: PageRequests[] = [];
try {
  const [variant] = served.variants;
  if (!variant) throw new Error('The portal is not served.');
  for (const role of ROLES) {
    const stored = await keptAfterVisit(browser, variant, role);
    for (const page of PAGES[role]) {
      const context = await newContext(browser, stored);
      const measured = await MeasuredPage.open(context, CONDITIONS);
      await measured.visit(`${variant.origin}${page}`, 'page');
      const toBackend = measured
        .requests()
        .filter(({ url }) => BACKEND_PATHS.some((path) => new URL(url).pathname.startsWith(path)));
      found.push({
        role,
        page,
        data: toBackend.filter(({ type }) => type !== 'Preflight'),
        preflights: toBackend.filter(({ type }) => type === 'Preflight').length,
      });
      await context.close();
    }
  }
} finally {
  await browser.close();
  await served.close();
  await portal.close();
}

const target = path.join(DIST, 'requests.md');
await mkdir(path.dirname(target), { recursive: true });
await writeFile(
  target,
  [
    '# What each page asks',
    '',
    'Requests to the backend when a page is opened with a stored session and an empty HTTP cache, profile and session included. Round trips: the longest row of requests of which each began after the end of the one before. Twice: the same question on one screen. Made by `npm run requests -w @nemus/bench`.',
    '',
    '| Account | Page | Requests | Round trips | Preflights | Twice | Asked |',
    '|---|---|---|---|---|---|---|',
    ...found.map(rowOf),
    '',
  ].join('\n'),
);
const twice = found.filter(({ data }) => repeated(data).length > 0);
process.stdout.write(`${found.map(rowOf).join('\n')}\n`);
process.exit(twice.length > 0 ? 1 : 0);
