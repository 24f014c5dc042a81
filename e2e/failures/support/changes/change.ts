import type { Locator, Page } from '@playwright/test';
import { newAccount, signUp } from '../../../support/accounts';
import { expect, expectPageReady, type PortalFixtures } from '../../../support/test';
import type { ChangeFault } from '../change-faults';

/** Preconditions of a page. */
export interface Tools extends Pick<PortalFixtures, 'openAs'> {
  readonly page: Page;
}

/** A started change: the input is in the form. */
export interface Begun {
  /** Password of the account, for the dialog of a session that has ended. */
  readonly password: string;
  /** Sends the change. */
  readonly button: Locator;
  /** Opens the button again, for a dialog that a failure closes. */
  readonly again?: () => Promise<void>;
  /** The input is still there. */
  readonly kept: () => Promise<void>;
  /** It is done, once, and a reload shows it. */
  readonly done: () => Promise<void>;
  /** Locator of the result after a lost answer, if different. */
  readonly lost?: () => Promise<void>;
}

/** A change that users can make. */
export interface Change {
  /** The change, for the table. */
  readonly target: string;
  /** Address below the API. */
  readonly address: string;
  /** Inapplicable faults. */
  readonly without?: readonly (ChangeFault | 'session')[];
  /**
   * The server has done it although the answer was lost: instead of a further attempt, the page shows that it is done.
   * For changes that cannot be made twice.
   */
  readonly showsLost?: true;
  readonly core?: true;
  readonly begin: (tools: Tools) => Promise<Begun>;
}

/** A button of the page. */
export const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** A separate institution, with the sample data. */
export async function ownInstitution(page: Page) {
  const account = newAccount('Praxis am Park');
  await signUp(page, account);
  return account;
}

/** The details of a trainee of the sample set. */
export async function openTrainee(page: Page, name: string) {
  await page.goto(`/piw-management?suche=${encodeURIComponent(name)}`);
  await page.getByRole('link', { name: `Details: ${name}` }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expectPageReady(page);
}
