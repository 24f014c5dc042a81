import type { Locator, Page } from '@playwright/test';
import { newAccount, register, signUp } from '../support/accounts';
import { countMails, linkIn, readMail } from '../support/mail';
import { DEMO, expect, test } from '../support/test';
import { faultsOf } from './cell';
import { breakChange } from './support/change-faults';

const fault = faultsOf(test);

const FAULTS = ['down', '500', '401', 'not JSON', 'malformed'] as const;
/** Longer than the service's timeout. */
const LIMIT = 16_000;

interface AuthForm {
  readonly button: Locator;
  readonly kept: () => Promise<void>;
  readonly done: () => Promise<void>;
}

/** The forms without a session. */
const FORMS: readonly {
  readonly target: string;
  readonly address: string;
  /** Title of the message; null when only the page shows it. */
  readonly title: string | null;
  readonly core?: true;
  /** The failure is also shown next to the form; otherwise only in the message. */
  readonly besideForm?: false;
  /** The service answers nothing that could have another shape. */
  readonly answersNothing?: true;
  readonly begin: (page: Page) => Promise<AuthForm>;
}[] = [
  {
    target: 'auth: signing in',
    address: '/auth/v1/token',
    title: 'Anmeldefehler',
    core: true,
    begin: async (page) => {
      await page.goto('/auth');
      const email = page.getByRole('textbox', { name: 'E-Mail' });
      await email.fill(DEMO.piw.email);
      const password = page.getByLabel('Passwort', { exact: true });
      await password.fill(DEMO.piw.password);
      return {
        button: page.getByRole('button', { name: 'Anmelden' }),
        kept: async () => {
          await expect(email).toHaveValue(DEMO.piw.email);
          await expect(password).toHaveValue(DEMO.piw.password);
        },
        done: () => expect(page).toHaveURL(/\/dashboard$/),
      };
    },
  },
  {
    target: 'auth: signing up',
    address: '/auth/v1/signup',
    title: 'Registrierungsfehler',
    begin: async (page) => {
      const account = newAccount();
      await page.goto('/auth?ansicht=registrieren');
      await page.getByRole('textbox', { name: 'Vorname' }).fill(account.firstName);
      await page.getByRole('textbox', { name: 'Nachname' }).fill(account.lastName);
      const email = page.getByRole('textbox', { name: 'E-Mail' });
      await email.fill(account.email);
      await page.getByLabel('Passwort', { exact: true }).fill(account.password);
      const confirmation = page.getByLabel('Passwort bestätigen');
      await confirmation.fill(account.password);
      return {
        button: page.getByRole('button', { name: 'Registrieren' }),
        kept: async () => {
          await expect(email).toHaveValue(account.email);
          await expect(confirmation).toHaveValue(account.password);
        },
        done: async () => {
          await expect(page.getByText('Registrierung erfolgreich')).toBeVisible();
          await expect.poll(() => countMails(account.email)).toBe(1);
        },
      };
    },
  },
  {
    target: 'auth: asking for a new password',
    address: '/auth/v1/recover',
    answersNothing: true,
    title: 'Fehler beim Zurücksetzen des Passworts',
    begin: async (page) => {
      await page.goto('/auth?ansicht=passwort-vergessen');
      const email = page.getByRole('textbox', { name: 'E-Mail' });
      await email.fill(DEMO.piw.email);
      return {
        button: page.getByRole('button', { name: 'Link senden' }),
        kept: () => expect(email).toHaveValue(DEMO.piw.email),
        done: () => expect(page.getByText('E-Mail gesendet!')).toBeVisible(),
      };
    },
  },
  {
    target: 'auth: setting a new password',
    address: '/auth/v1/user',
    title: 'Fehler beim Aktualisieren des Passworts',
    begin: async (page) => {
      const account = newAccount();
      await signUp(page, account);
      await page.goto('/reset-password');
      await page.getByLabel('Aktuelles Passwort', { exact: true }).fill(account.password);
      const password = page.getByLabel('Neues Passwort', { exact: true });
      await password.fill('neuer-wald-8');
      const confirmation = page.getByLabel('Passwort bestätigen');
      await confirmation.fill('neuer-wald-8');
      return {
        button: page.getByRole('button', { name: 'Passwort aktualisieren' }),
        kept: async () => {
          await expect(password).toHaveValue('neuer-wald-8');
          await expect(confirmation).toHaveValue('neuer-wald-8');
        },
        done: async () => {
          await expect(page.getByText('Passwort aktualisiert!')).toBeVisible();
          await expect(page).toHaveURL(/\/dashboard$/);
        },
      };
    },
  },
  {
    target: 'auth: opening the link of a mail',
    address: '/auth/v1/verify',
    title: null,
    begin: async (page) => {
      const account = newAccount();
      await register(page, account);
      await page.goto(linkIn(await readMail(account.email)));
      const button = page.getByRole('button', { name: 'Adresse bestätigen' });
      return {
        button,
        kept: async () => {
          await expect(button).toBeVisible();
          await expect(page.getByText('Ungültiger Link')).toHaveCount(0);
        },
        done: () => expect(page).toHaveURL(/\/dashboard$/),
      };
    },
  },
  {
    target: 'auth: sending the confirmation again',
    address: '/auth/v1/resend',
    answersNothing: true,
    title: 'Der Link konnte nicht gesendet werden',
    besideForm: false,
    begin: async (page) => {
      const account = newAccount();
      await register(page, account);
      await expect(page.getByText('Registrierung erfolgreich')).toBeVisible();
      await page.getByRole('button', { name: 'Meldung schließen' }).click();
      await expect.poll(() => countMails(account.email)).toBe(1);
      return {
        button: page.getByRole('button', { name: 'Bestätigungslink erneut senden' }),
        kept: () => expect(page.getByText(`in der Nachricht an ${account.email}`)).toBeVisible(),
        done: async () => {
          await expect(page.getByText('Bestätigungslink gesendet')).toBeVisible();
          await expect.poll(() => countMails(account.email)).toBe(2);
        },
      };
    },
  },
];

test.beforeEach(({ complaints }) => {
  test.slow();
  complaints.expected(/Failed to load resource/);
});

for (const { target, address, title, core = false, besideForm = true, answersNothing = false, begin } of FORMS) {
  const faults = FAULTS.filter((kind) => !(answersNothing && kind === 'malformed'));
  const told = async (page: Page, why: string) => {
    const messages = page.getByRole('region', { name: 'Meldungen' });
    if (title !== null) await expect(messages.getByText(title), why).toBeVisible();
    const beside = page.getByRole('alert').filter({ hasText: /nicht geklappt|nicht erreichbar/ });
    await expect(beside.first(), why).toBeVisible();
    if (title !== null) await page.getByRole('button', { name: 'Meldung schließen' }).first().click();
  };

  fault(
    {
      group: 'Backend',
      target,
      fault: faults.join(', '),
      sees:
        title === null
          ? 'The page says what to do, and nothing about a bad link; the next attempt works.'
          : `„${title}“${besideForm ? ', and beside the form what to do' : ''}; what was typed stays, and the next attempt works.`,
      core,
    },
    async ({ page }) => {
      const broken = await breakChange(page, address);
      const { button, kept, done } = await begin(page);
      for (const kind of faults) {
        broken.set(kind);
        await button.click();
        await told(page, kind);
        await kept();
      }
      broken.heal();
      await button.click();
      await done();
    },
  );

  fault(
    {
      group: 'Backend',
      target,
      fault: 'is never answered',
      sees: `After 15 seconds ${title === null ? '' : `„${title}“ and `}„Der Server ist gerade nicht erreichbar.“; ${title === null ? '' : 'what was typed stays, and '}the next attempt works.`,
    },
    async ({ page }) => {
      await page.clock.install();
      const broken = await breakChange(page, address);
      const { button, kept, done } = await begin(page);
      broken.set('hung');
      await button.click();
      await expect.poll(() => broken.sent).toBe(1);
      await page.clock.fastForward(LIMIT);
      await told(page, 'hung');
      await kept();
      broken.heal();
      await button.click();
      await done();
    },
  );

  fault(
    {
      group: 'Backend',
      target,
      fault: 'is answered late',
      sees: 'The button waits and takes no second click; then it is done, once.',
    },
    async ({ page }) => {
      const broken = await breakChange(page, address);
      const { button, done } = await begin(page);
      broken.set('late');
      await button.click();
      const waiting = page.locator('button[aria-busy="true"]');
      await expect(waiting).toBeVisible();
      // A new password is sent after the current one was tried.
      await expect.poll(() => broken.sent).toBe(1);
      await waiting.click({ force: true });
      expect(broken.sent).toBe(1);
      broken.heal();
      broken.release();
      await done();
    },
  );
}
