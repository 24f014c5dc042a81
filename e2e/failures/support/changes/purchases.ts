import type { Page } from '@playwright/test';
import { newAccount, signUp } from '../../../support/accounts';
import { buyCredits, CHECKOUT_URL, openCheckout, pay } from '../../../support/checkout';
import { DEMO, expect, expectPageReady } from '../../../support/test';
import { ownInstitution, press, type Change } from './change';

/** A provider's page is open in another tab, and only one. */
async function expectProviderPage(page: Page) {
  const addresses = () =>
    page
      .context()
      .pages()
      .map((tab) => tab.url())
      .filter((url) => url !== page.url());
  await expect.poll(addresses).toEqual([expect.stringContaining(CHECKOUT_URL)]);
}

const expectNoTab = (page: Page) => expect.poll(() => page.context().pages().length).toBe(1);

/** The purchase has started: it prevents a second one, and links to its page. */
async function expectUnderWay(page: Page) {
  await expect(page.getByText('Sie haben diesen Kauf begonnen')).toBeVisible();
  const way = page.getByRole('link', { name: 'Bezahlseite öffnen' });
  await expect(way).toHaveAttribute('href', new RegExp(`^${CHECKOUT_URL}/`));
}

/** A purchase on the provider's page, by a button of `/subscription`. */
const purchase = (target: string, name: string, button: RegExp | string, own = false): Change => ({
  target,
  address: `/functions/v1/${name}`,
  // There is only one subscription; credits can be bought any number of times.
  ...(own && { showsLost: true }),
  begin: async ({ page, openAs }) => {
    let password: string = DEMO.piw.password;
    if (own) ({ password } = await ownInstitution(page));
    if (own) await page.goto('/subscription');
    else await openAs('institution', '/subscription');
    await expectPageReady(page);
    const credits = page.getByLabel(/^Anzahl/);
    await credits.fill('250');
    return {
      password,
      button: press(page, button),
      kept: async () => {
        await expectNoTab(page);
        await expect(credits).toHaveValue('250');
      },
      done: () => expectProviderPage(page),
      lost: () => expectUnderWay(page),
    };
  },
});

/** Bookings, purchases and subscriptions. */
export const PURCHASE_CHANGES: readonly Change[] = [
  {
    target: 'rpc/nemus_book_course: booking with credits',
    address: '/rest/v1/rpc/nemus_book_course',
    showsLost: true,
    begin: async ({ page }) => {
      const { password } = await ownInstitution(page);
      await page.goto('/subscription');
      await expectPageReady(page);
      const tab = await openCheckout(page, buyCredits(page));
      await pay(tab);
      await expect(tab.getByText('100 Credits wurden Ihrem Konto hinzugefügt.')).toBeVisible();
      await tab.close();
      await page.goto('/course-bookings?ansicht=buchen&kurs=c0000000-0000-4000-8000-000000000001');
      const person = page.getByRole('checkbox', { name: /^Elena Petrova/, includeHidden: true });
      await person.check();
      const again = () => press(page, /^Mit 60 Credits kaufen/).click();
      await again();
      return {
        password,
        button: page.getByRole('alertdialog').getByRole('button', { name: 'Jetzt kaufen' }),
        again,
        kept: () => expect(person).toBeChecked(),
        done: async () => {
          await page.goto('/course-bookings');
          await expect(page.getByRole('link', { name: /^Details: / }).first()).toBeVisible();
          await page.goto('/subscription');
          await expect(page.getByText('40 Credits verfügbar')).toBeVisible();
        },
      };
    },
  },
  {
    target: 'function create-course-purchase: buying a course by card',
    address: '/functions/v1/create-course-purchase',
    showsLost: true,
    begin: async ({ page }) => {
      const account = newAccount();
      await signUp(page, account);
      await page.goto('/seminar-catalog?q=angst');
      await expectPageReady(page);
      const button = press(page, /^Jetzt kaufen: /).first();
      // It waits for the running purchases; no other request may be open when the fault begins.
      await expect(button).toBeEnabled();
      await page.waitForLoadState('networkidle');
      return {
        password: account.password,
        button,
        kept: async () => {
          await expectNoTab(page);
          await expect(page).toHaveURL(/\/seminar-catalog\?q=angst$/);
        },
        done: () => expectProviderPage(page),
        lost: () => expectUnderWay(page),
      };
    },
  },
  {
    target: 'function cancel-purchase: cancelling a purchase',
    address: '/functions/v1/cancel-purchase',
    showsLost: true,
    begin: async ({ page }) => {
      const account = newAccount();
      await signUp(page, account);
      await page.goto('/seminar-catalog?q=angst');
      await expectPageReady(page);
      const buy = press(page, /^Jetzt kaufen: /).first();
      const tab = await openCheckout(page, buy);
      await tab.close();
      await expect(page.getByText('Ihre Zahlung ist noch nicht da')).toBeVisible();
      const button = press(page, 'Kauf abbrechen');
      return {
        password: account.password,
        button,
        kept: () => expect(button).toBeVisible(),
        done: async () => {
          await page.reload();
          await expect(buy).toBeEnabled();
          await expect(button).toBeHidden();
        },
      };
    },
  },
  purchase('function create-credit-purchase: buying credits', 'create-credit-purchase', 'Jetzt kaufen'),
  purchase('function create-subscription: subscribing', 'create-subscription', /abonnieren: Monatsabonnement/, true),
  purchase('function customer-portal: opening the customer portal', 'customer-portal', 'Kundenportal'),
];
