import type { Locator, Page } from '@playwright/test';
import { newAccount, signUp } from '../../../support/accounts';
import { expect, expectPageReady, type PortalFixtures } from '../../../support/test';
import type { ChangeFault } from '../change-faults';

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

/** A button of the page. */
export const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** An institution of its own, with the sample set. */
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
