/** The pages in a real browser: without barriers, without scripts, and narrow enough for a phone. */
import AxeBuilder from '@axe-core/playwright';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { openBrowser } from '../testing/browser';
import { coursePurchase, monthlyPurchase, openTestbed, type Testbed } from '../testing/harness';

let testbed: Testbed;
let browser: Browser;
let context: BrowserContext;
let page: Page;
const complaints: string[] = [];

beforeAll(async () => {
  testbed = await openTestbed();
  browser = await openBrowser();
  context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  page = await context.newPage();
  page.on('console', (message) => complaints.push(message.text()));
}, 60_000);
afterAll(async () => {
  await browser.close();
  await testbed.close();
});

/** No axe findings, no horizontal scrolling, no violation of the page's own policy. */
async function expectGoodPage(): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])).toEqual([]);
  const sideways = await page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');
  expect(sideways).toBe(false);
  expect(complaints).toEqual([]);
}

test('a purchase: declined, then paid later, then received', async () => {
  const { sdk, checkout } = testbed;
  const returning = { success_url: `${checkout.url}/?paid={CHECKOUT_SESSION_ID}`, cancel_url: `${checkout.url}/` };
  const session = await sdk.checkout.sessions.create({ ...coursePurchase, ...returning });
  await page.goto(session.url ?? '');
  await expectGoodPage();
  await page.getByRole('button', { name: 'Karte ablehnen lassen' }).click();
  await page.getByRole('alert').filter({ hasText: 'Ihre Karte wurde abgelehnt.' }).waitFor();
  await expectGoodPage();
  await page.getByRole('button', { name: 'Später bezahlen' }).click();
  await page.waitForURL(`**/?paid=${session.id}`);
  await expectGoodPage();
  await page.getByRole('link', { name: 'Rechtliche Grundlagen' }).click();
  await expectGoodPage();
  await page.getByRole('button', { name: 'Zahlung ist eingegangen' }).click();
  await page.getByRole('heading', { name: 'Diese Bestellung ist bezahlt' }).waitFor();
  await expectGoodPage();
}, 60_000);

test('a subscription: bought with the keyboard, cancelled and kept in the portal', async () => {
  const { sdk, checkout } = testbed;
  const customer = (await sdk.customers.create({ email: 'institut@nemus.example' })).id;
  const returning = { success_url: `${checkout.url}/?paid=1`, cancel_url: `${checkout.url}/` };
  const session = await sdk.checkout.sessions.create({ ...monthlyPurchase, ...returning, customer });
  await page.goto(session.url ?? '');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/?paid=1');
  const portal = await sdk.billingPortal.sessions.create({ customer, return_url: `${checkout.url}/` });
  await page.goto(portal.url);
  await expectGoodPage();
  await page.getByRole('link', { name: 'Abonnement kündigen' }).click();
  await expectGoodPage();
  await page.getByRole('button', { name: 'Kündigung bestätigen' }).click();
  await page.getByText('Gekündigt zum').waitFor();
  await expectGoodPage();
  await page.getByRole('button', { name: 'Kündigung zurücknehmen' }).click();
  await page.getByText('Aktiv, verlängert sich').waitFor();
}, 60_000);
