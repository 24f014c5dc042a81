import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { buyCredits, CHECKOUT_URL, openCheckout, pay } from '../../support/checkout';
import { newAccount, signUp } from '../../support/accounts';
import { countMails } from '../../support/mail';
import { DEMO, expect, expectPageReady, type PortalFixtures } from '../../support/test';
import type { ChangeFault } from './change-faults';

/** What a page needs to begin. */
export interface Tools extends Pick<PortalFixtures, 'openAs'> {
  readonly page: Page;
}

/** A change that was begun: what is typed stands in the form. */
export interface Begun {
  /** Password of the account, for the dialog of a session that has ended. */
  readonly password: string;
  /** Sends the change. */
  readonly button: Locator;
  /** What leads to the button once more, for a dialog that a failure closes. */
  readonly again?: () => Promise<void>;
  /** What was typed or chosen is still there. */
  readonly kept: () => Promise<void>;
  /** It is done, once, and a reload shows it. */
  readonly done: () => Promise<void>;
  /** What shows it after the answer was lost, where that is something else. */
  readonly lost?: () => Promise<void>;
}

/** A change that users can make. */
export interface Change {
  /** What is changed, for the table. */
  readonly target: string;
  /** Address below the API. */
  readonly address: string;
  /** What does not apply to it. */
  readonly without?: readonly (ChangeFault | 'session')[];
  /**
   * The server has done it although the answer was lost: instead of a further attempt, the page shows that it is done.
   * For changes that cannot be made twice.
   */
  readonly showsLost?: true;
  readonly core?: true;
  readonly begin: (tools: Tools) => Promise<Begun>;
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const demo = DEMO.piw.password;

/** An institution of its own, with the sample set. */
async function ownInstitution(page: Page) {
  const account = newAccount('Praxis am Park');
  await signUp(page, account);
  return account;
}

/** The details of a trainee of the sample set. */
async function openTrainee(page: Page, name: string) {
  await page.goto(`/piw-management?suche=${encodeURIComponent(name)}`);
  await page.getByRole('link', { name: `Details: ${name}` }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expectPageReady(page);
}

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

/** Begun is begun: the purchase under way stops a second one, and leads to its page. */
async function expectUnderWay(page: Page) {
  await expect(page.getByText('Sie haben diesen Kauf begonnen')).toBeVisible();
  const way = page.getByRole('link', { name: 'Bezahlseite öffnen' });
  await expect(way).toHaveAttribute('href', new RegExp(`^${CHECKOUT_URL}/`));
}

/** A purchase on the provider's page, by a button of `/subscription`. */
const purchase = (target: string, name: string, button: RegExp | string, own = false): Change => ({
  target,
  address: `/functions/v1/${name}`,
  // Nobody has two subscriptions; credits can be bought as often as one likes.
  ...(own && { showsLost: true }),
  begin: async ({ page, openAs }) => {
    let password: string = demo;
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

/** One part of the profile. */
const profilePart =
  (part: string, field: RegExp | string, typed: string): Change['begin'] =>
  async ({ page }) => {
    const account = newAccount();
    await signUp(page, account);
    await page.goto('/profile');
    await press(page, `Bearbeiten: ${part}`).click();
    const form = page.getByRole('form', { name: part });
    const input = form.getByLabel(field);
    await input.fill(typed);
    return {
      password: account.password,
      button: form.getByRole('button', { name: 'Änderungen speichern' }),
      kept: () => expect(input).toHaveValue(typed),
      done: async () => {
        await expect(page.getByText('Profil gespeichert')).toBeVisible();
        // While it closes, the address still says that it is open.
        await expect(form).toBeHidden();
        await page.reload();
        await expect(page.getByRole('main').getByText(typed).first()).toBeVisible();
      },
    };
  };

const upcoming = (page: Page) => page.getByRole('region', { name: 'Kommende Termine' }).getByRole('listitem');

/** Every change that users can make in the portal's forms. */
export const CHANGES: readonly Change[] = [
  {
    target: 'nemus_personal_data: saving personal data',
    address: '/rest/v1/nemus_personal_data',
    core: true,
    begin: profilePart('Persönliche Daten', /^Ort/, 'Dresden'),
  },
  {
    target: 'nemus_profiles: saving names',
    address: '/rest/v1/nemus_profiles',
    begin: profilePart('Persönliche Daten', 'Nachname', 'Winterberg'),
  },
  {
    target: 'nemus_training_info: saving the training',
    address: '/rest/v1/nemus_training_info',
    begin: profilePart('Weiterbildung', /^Kammer/, 'Kammer Hessen'),
  },
  {
    target: 'nemus_institution_settings: saving settings',
    address: '/rest/v1/nemus_institution_settings',
    begin: async ({ page }) => {
      const { password } = await ownInstitution(page);
      await page.goto('/settings');
      await expectPageReady(page);
      const name = page.getByRole('textbox', { name: 'Name der Institution' });
      await name.fill('Praxis am See');
      return {
        password,
        button: press(page, 'Einstellungen speichern'),
        kept: () => expect(name).toHaveValue('Praxis am See'),
        done: async () => {
          await expect(page.getByText('Einstellungen gespeichert')).toBeVisible();
          await page.reload();
          await expect(name).toHaveValue('Praxis am See');
        },
      };
    },
  },
  {
    target: 'nemus_trainees: editing a trainee',
    address: '/rest/v1/nemus_trainees',
    begin: async ({ page }) => {
      const { password } = await ownInstitution(page);
      await page.goto('/piw-management?suche=petrova');
      await page.getByRole('link', { name: 'Bearbeiten: Elena Petrova' }).click();
      const hours = page.getByRole('textbox', { name: 'Absolvierte Stunden' });
      await hours.fill('77');
      return {
        password,
        button: press(page, 'Änderungen speichern'),
        kept: () => expect(hours).toHaveValue('77'),
        done: async () => {
          await expect(page.getByText('Angaben gespeichert')).toBeVisible();
          await expect(page.getByText('77 von 600 Std.')).toBeVisible();
        },
      };
    },
  },
  {
    target: 'nemus_trainees: deactivating a trainee',
    address: '/rest/v1/nemus_trainees',
    showsLost: true,
    begin: async ({ page }) => {
      const { password } = await ownInstitution(page);
      await openTrainee(page, 'Elena Petrova');
      const again = () => press(page, 'Deaktivieren …').click();
      await again();
      return {
        password,
        button: page.getByRole('alertdialog').getByRole('button', { name: 'PiW deaktivieren' }),
        again,
        kept: () => expect(page.getByRole('heading', { level: 1, includeHidden: true })).toHaveText('Elena Petrova'),
        done: () => expect(press(page, 'Wieder aktivieren')).toBeVisible(),
      };
    },
  },
  {
    target: 'function send-invitations: inviting one person',
    address: '/functions/v1/send-invitations',
    showsLost: true,
    begin: async ({ page, openAs }) => {
      const address = `mira.${randomUUID().slice(0, 12)}@nemus.example`;
      await openAs('institution', '/piw-management/einladen');
      await page.getByRole('textbox', { name: 'Vorname' }).fill('Mira');
      await page.getByRole('textbox', { name: 'Nachname' }).fill('Sommer');
      const email = page.getByRole('textbox', { name: 'E-Mail' });
      await email.fill(address);
      return {
        password: demo,
        button: press(page, 'Einladung senden'),
        kept: async () => {
          await expect(email).toHaveValue(address);
          await expect(page.getByRole('textbox', { name: 'Vorname' })).toHaveValue('Mira');
        },
        done: () => expectInvited(page, address),
      };
    },
  },
  {
    target: 'function send-invitations: inviting a list',
    address: '/functions/v1/send-invitations',
    showsLost: true,
    begin: async ({ page, openAs }) => {
      const address = `mira.${randomUUID().slice(0, 12)}@nemus.example`;
      await openAs('institution', '/piw-management/einladen?art=mehrere');
      const list = page.getByRole('textbox', { name: 'Liste' });
      await list.fill(`Mira Sommer <${address}>`);
      return {
        password: demo,
        button: press(page, '1 Person einladen'),
        again: () => press(page, 'Für diese Personen wiederholen').click(),
        kept: () => expect(page.getByText(address).first()).toBeVisible(),
        done: () => expectInvited(page, address),
      };
    },
  },
  {
    target: 'function send-invitations: inviting somebody again',
    address: '/functions/v1/send-invitations',
    showsLost: true,
    begin: async ({ page }) => {
      const { password } = await ownInstitution(page);
      await openTrainee(page, 'Elena Petrova');
      return {
        password,
        button: press(page, /^(Einladung senden|Erneut einladen)$/),
        kept: () => expect(page.getByRole('heading', { level: 1 })).toHaveText('Elena Petrova'),
        done: () => expect(page.getByText(/^Zuletzt am .* verschickt/)).toBeVisible(),
      };
    },
  },
  {
    target: 'rpc/nemus_revoke_invitation: withdrawing an invitation',
    address: '/rest/v1/rpc/nemus_revoke_invitation',
    showsLost: true,
    begin: async ({ page }) => {
      const { password } = await ownInstitution(page);
      await openTrainee(page, 'Elena Petrova');
      await press(page, /^(Einladung senden|Erneut einladen)$/).click();
      await expect(page.getByText('Einladung verschickt')).toBeVisible();
      const again = () => press(page, 'Einladung zurückziehen …').click();
      await again();
      return {
        password,
        button: page.getByRole('alertdialog').getByRole('button', { name: 'Einladung zurückziehen' }),
        again,
        kept: () => expect(page.getByText(/^Zuletzt am .* verschickt/)).toBeVisible(),
        done: () => expect(page.getByText(/^Die Einladung wurde am .* zurückgezogen/)).toBeVisible(),
      };
    },
  },
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
      // It waits for the purchases under way; nothing else may be asked for when the fault begins.
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
      await expect(page.getByText('Die Bezahlseite ist geschlossen')).toBeVisible();
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
  {
    target: 'rpc/nemus_cancel_appointment: cancelling an appointment',
    address: '/rest/v1/rpc/nemus_cancel_appointment',
    showsLost: true,
    begin: async ({ page }) => {
      const account = newAccount();
      await signUp(page, account);
      await page.goto('/appointments');
      await expectPageReady(page);
      const before = await upcoming(page).count();
      const again = () =>
        press(page, /^Absagen/)
          .first()
          .click();
      await again();
      return {
        password: account.password,
        button: page.getByRole('alertdialog').getByRole('button', { name: 'Termin absagen' }),
        again,
        kept: () => expect(upcoming(page)).toHaveCount(before),
        done: () => expect(upcoming(page)).toHaveCount(before - 1),
      };
    },
  },
  {
    target: 'rpc/nemus_rate_appointment: rating an appointment',
    address: '/rest/v1/rpc/nemus_rate_appointment',
    begin: async ({ page }) => {
      const account = newAccount();
      await signUp(page, account);
      await page.goto('/appointments');
      await press(page, /^Bewertung abgeben/)
        .first()
        .click();
      const dialog = page.getByRole('dialog', { name: 'Termin bewerten', includeHidden: true });
      const stars = dialog.getByRole('radio', { name: '4 Sterne', includeHidden: true });
      await dialog.locator('label', { hasText: '4 Sterne' }).click();
      const comment = dialog.getByRole('textbox', { includeHidden: true });
      await comment.fill('Sehr praxisnah.');
      return {
        password: account.password,
        button: dialog.getByRole('button', { name: 'Bewertung speichern' }),
        kept: async () => {
          await expect(stars).toBeChecked();
          await expect(comment).toHaveValue('Sehr praxisnah.');
        },
        done: () => expect(page.getByText('Bewertung gespeichert')).toBeVisible(),
      };
    },
  },
  {
    target: 'rpc/nemus_complete_module: completing a module',
    address: '/rest/v1/rpc/nemus_complete_module',
    begin: async ({ page }) => {
      const account = newAccount();
      await signUp(page, account);
      await page.goto('/course/rechtliche-grundlagen');
      await press(page, 'Aufklärung öffnen').click();
      return {
        password: account.password,
        button: press(page, 'Als abgeschlossen markieren'),
        kept: () => expect(press(page, 'Aufklärung schließen')).toBeVisible(),
        done: async () => {
          await expect(press(page, 'Als abgeschlossen markieren')).toHaveCount(0);
          await page.reload();
          await expect(page.getByText(/^Aufklärung.*, abgeschlossen$/)).toBeVisible();
        },
      };
    },
  },
  {
    target: 'function withdraw-contract: withdrawing from a contract',
    address: '/functions/v1/withdraw-contract',
    without: ['session'],
    begin: async ({ page }) => {
      const email = `widerruf.${randomUUID().slice(0, 12)}@nemus.example`;
      await page.goto('/widerruf');
      await page.getByLabel('Name', { exact: true }).fill('Mira Sommer');
      await page.getByLabel('E-Mail für die Eingangsbestätigung').fill(email);
      await page.getByLabel('Welchen Vertrag widerrufen Sie?').fill('Kurs Ethik');
      await press(page, 'Weiter').click();
      return {
        password: '',
        button: press(page, 'Widerruf bestätigen'),
        kept: () => expect(page.getByText('Kurs Ethik')).toBeVisible(),
        done: async () => {
          await expect(page.getByRole('heading', { level: 1, name: 'Ihr Widerruf ist eingegangen' })).toBeVisible();
          await expect.poll(() => countMails(email)).toBe(1);
        },
      };
    },
  },
];

/** One trainee with this address, and one mail to it. */
async function expectInvited(page: Page, address: string) {
  await expect.poll(() => countMails(address)).toBe(1);
  await page.goto(`/piw-management?suche=${address}`);
  await expect(page.getByRole('link', { name: 'Details: Mira Sommer' })).toHaveCount(1);
}
