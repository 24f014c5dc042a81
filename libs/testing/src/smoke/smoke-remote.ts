import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { RemoteDeclaration, RouteDeclaration, UserType } from '@nemus/contract';
import { isForAccount, isPublic, menuFor, RESERVED_PATHS, type RemoteList } from '@nemus/registry';
import { leftBehind } from './left-behind';
import { restrictNetwork } from './restrict-network';
import { accessibilityProblems, collectComplaints, problemUnless } from './page-checks';

/** An account that signs in. */
export interface SmokeAccount {
  /** Name of the account in the checks. */
  readonly name: string;
  readonly userType: UserType;
  /** Rights of the account (`requires` of routes and menu entries). */
  readonly rights: readonly string[];
  readonly email: string;
  readonly password: string;
}

/** A running portal whose registry has only one remote, and the accounts that can sign in there. */
export interface SmokeTarget {
  readonly portalUrl: string;
  /** Origin of the release store. */
  readonly storeUrl: string;
  readonly registry: RemoteList;
  readonly declaration: RemoteDeclaration;
  /** Release that must be shown. */
  readonly version: string;
  readonly accounts: readonly SmokeAccount[];
  /** Origins that pages may reach; all by default. For a shell that is not from this checkout. */
  readonly reachable?: readonly string[];
  /** Called with each context before its first page, to mock responses. */
  readonly prepare?: (context: BrowserContext) => Promise<void>;
}

/** One check and its problems: none if all is well. */
export interface SmokeCheck {
  readonly name: string;
  readonly problems: readonly string[];
}

/** Timeout of a page; smoke tests run on busy machines. */
const PATIENCE_MS = 30_000;
/** Timeout until a menu has every entry. */
const SETTLED_MS = 10_000;
const LOOK_AGAIN_MS = 100;
const WIDTHS = [1280, 360] as const;

/**
 * Opens a remote in the real shell, as each account: its menu entries show, its routes open with one heading, without
 * complaints of the browser or findings of axe at both widths, and nothing is left when it is left; what the account may
 * not see is not even fetched.
 */
export async function smokeRemote(browser: Browser, target: SmokeTarget): Promise<SmokeCheck[]> {
  const checks: SmokeCheck[] = [];
  const isOpen = target.declaration.routes.some(isPublic);
  for (const account of [...target.accounts, ...(isOpen ? [null] : [])]) {
    const context = await browser.newContext({
      locale: 'de-DE',
      timezoneId: 'Europe/Berlin',
      // A worker's requests would bypass the network restriction and the mocked responses.
      serviceWorkers: 'block',
    });
    context.setDefaultTimeout(PATIENCE_MS);
    try {
      if (target.reachable) await restrictNetwork(context, target.reachable);
      await target.prepare?.(context);
      checks.push(...(await (account ? smokeAs(account, context, target) : smokeAsVisitor(context, target))));
    } finally {
      await context.close();
    }
  }
  return checks;
}

const said = (error: unknown): string[] => [error instanceof Error ? error.message : String(error)];

/** Public routes open without a sign-in. */
async function smokeAsVisitor(context: BrowserContext, target: SmokeTarget): Promise<SmokeCheck[]> {
  const page = await context.newPage();
  const complaints = collectComplaints(page);
  const checks: SmokeCheck[] = [];
  for (const route of target.declaration.routes.filter(isPublic)) {
    const problems = await routeProblems(page, target, route).catch(said);
    checks.push({ name: `visitor: opens ${route.path}`, problems: [...problems, ...complaints.take()] });
  }
  return checks;
}

async function smokeAs(account: SmokeAccount, context: BrowserContext, target: SmokeTarget): Promise<SmokeCheck[]> {
  const { declaration } = target;
  const page = await context.newPage();
  const complaints = collectComplaints(page);
  const releases: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(`${target.storeUrl}/releases/`)) releases.push(request.url());
  });
  const check = async (name: string, run: () => Promise<string[]>): Promise<SmokeCheck> => {
    const problems = await run().catch(said);
    return { name: `${account.name}: ${name}`, problems: [...problems, ...complaints.take()] };
  };

  const checks = [
    await check('signs in', () => signIn(page, target, account)),
    await check('sees the menu', () => menuProblems(page, target, account)),
  ];
  // Before a sign-in the dashboards of every account type are prefetched: the type is only known afterwards.
  releases.length = 0;
  const isOpen = (route: RouteDeclaration) => isForAccount(route, account.userType, account.rights);
  const open = declaration.routes.filter(isOpen);
  for (const route of declaration.routes.filter((candidate) => !isOpen(candidate))) {
    // One entry may close a path to the account, and another open it.
    if (open.some(({ path }) => path === route.path)) continue;
    checks.push(await check(`is kept out of ${route.path}`, () => closedProblems(page, target, route)));
  }
  if (open.length === 0) {
    checks.push(
      await check('fetches nothing of the area, once it is signed in', async () =>
        releases.map((url) => `fetched ${url}`),
      ),
    );
  }
  for (const route of open) {
    checks.push(await check(`opens ${route.path}`, () => routeProblems(page, target, route)));
  }
  // The shell gives a public page a document of its own, and loads another one when it is left.
  const shared = open.filter((route) => !isPublic(route));
  if (shared.length > 0) checks.push(await check('leaves nothing behind', () => leftBehind(page, target, shared)));
  return checks;
}

async function signIn(page: Page, { portalUrl }: SmokeTarget, { email, password }: SmokeAccount): Promise<string[]> {
  await page.goto(`${portalUrl}/auth`);
  await page.getByRole('textbox', { name: 'E-Mail' }).fill(email);
  await page.getByLabel('Passwort', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await page.waitForURL((url) => url.pathname !== '/auth');
  await page.getByRole('navigation', { name: 'Hauptnavigation' }).waitFor();
  return [];
}

async function menuProblems(
  page: Page,
  { registry }: SmokeTarget,
  { userType, rights }: SmokeAccount,
): Promise<string[]> {
  const expected = menuFor(registry, userType, rights).map(({ label, path }) => `${label} → ${path}`);
  const links = page.getByRole('navigation', { name: 'Hauptnavigation' }).getByRole('listitem').getByRole('link');
  let shown: string[] = [];
  // Entries with a required right appear with the account's rights, a moment after the others.
  for (const end = Date.now() + SETTLED_MS; Date.now() < end; await page.waitForTimeout(LOOK_AGAIN_MS)) {
    const found = await links.evaluateAll((elements) =>
      elements.map((element) => ({ label: element.textContent?.trim(), path: element.getAttribute('href') })),
    );
    // Entries of the shell itself, such as the diagnosis of operators, are no area's.
    const ofAreas = found.filter(({ path }) => !RESERVED_PATHS.some((reserved) => reserved === path));
    shown = ofAreas.map(({ label, path }) => `${label} → ${path}`);
    if (JSON.stringify(shown) === JSON.stringify(expected)) return [];
  }
  return [`the menu shows [${shown.join(', ')}] instead of [${expected.join(', ')}]`];
}

/** A closed path may redirect, or show the not-found page; the area is not shown. */
async function closedProblems(page: Page, target: SmokeTarget, { path }: RouteDeclaration): Promise<string[]> {
  await page.goto(target.portalUrl + path);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  const isShown = (await page.locator(`[data-remote="${target.declaration.name}"]`).count()) > 0;
  return isShown && new URL(page.url()).pathname === path ? ['the area is shown'] : [];
}

async function routeProblems(page: Page, target: SmokeTarget, route: RouteDeclaration): Promise<string[]> {
  const { name } = target.declaration;
  await page.setViewportSize({ width: WIDTHS[0], height: 900 });
  await page.goto(target.portalUrl + route.path);
  const missing = [
    ...(await problemUnless(
      `${target.version} is not shown`,
      page.locator(`[data-remote="${name}"][data-release="${target.version}"]`).waitFor({ state: 'attached' }),
    )),
    ...(await problemUnless('it has no heading', page.getByRole('heading', { level: 1 }).first().waitFor())),
    ...(await problemUnless(
      'it keeps loading',
      page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null),
    )),
  ];
  if (missing.length > 0) return missing;
  const headings = await page.getByRole('heading', { level: 1 }).count();
  const problems = headings === 1 ? [] : [`it has ${headings} headings of the first level`];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    const findings = await accessibilityProblems(page);
    problems.push(...findings.map((finding) => `at ${width} px: ${finding}`));
  }
  return problems;
}
