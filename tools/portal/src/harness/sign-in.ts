import type { Page } from '@playwright/test';
import type { SmokeAccount } from '@nemus/testing/smoke';

/** Of every account of the seed. */
const DEMO_PASSWORD = 'nemus-demo-2026';

const account = (
  email: string,
  userType: SmokeAccount['userType'],
  rights: readonly string[],
  name: string = userType,
) => ({
  name,
  userType,
  rights,
  email: `demo.${email}@nemus.example`,
  password: DEMO_PASSWORD,
});

/** One of each account type. The institution's founder is its administrator with every role. */
export const ACCOUNTS: readonly SmokeAccount[] = [
  account('piw', 'piw', []),
  account(
    'institution',
    'institution',
    ['administration', 'booking', 'billing', 'confirming', 'reading'].map((role) => `member:${role}`),
  ),
];
/** Has every role of `nemus_staff`. */
export const STAFF = account(
  'akademie',
  'piw',
  ['staff:catalogue', 'staff:teaching', 'staff:orders', 'staff:people'],
  'staff',
);
export const OPERATOR = account('betrieb', 'piw', ['release:operator'], 'operator');

/** A shell's notice about an area whose entry in the registry it cannot read or verify. */
export const LEFT_OUT = /Bereiche? fehl(t|en) gerade/;

/** Signs a demo account in, until its menu is there, or the notice that an area is missing. Works in shells of every age. */
export async function signInAs(page: Page, portal: string, email: string): Promise<void> {
  await page.goto(`${portal}/auth`);
  await page.getByRole('textbox', { name: 'E-Mail' }).fill(email);
  await page.getByLabel('Passwort', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Anmelden' }).click();
  const menu = page.getByRole('navigation', { name: 'Hauptnavigation' }).getByRole('link');
  await menu.or(page.getByText(LEFT_OUT)).first().waitFor();
}
