import { PORTAL_URL } from '../environment';
import type { BrowserPage } from './page';

/** The page is drawn and has loaded, as `expectPageReady` says it of Playwright's pages. */
export const READY = `document.querySelector('#start') === null && document.querySelectorAll('h1').length === 1
  && document.querySelector('[aria-busy="true"]') === null`;

/** Signs in through the form. */
export async function signIn(page: BrowserPage, account: { email: string; password: string }): Promise<void> {
  await page.open(`${PORTAL_URL}/auth`);
  await page.fill('E-Mail', account.email);
  await page.fill('Passwort', account.password);
  await page.enter('Passwort');
  await page.until(`location.pathname !== '/auth' && ${READY}`);
}

/** Signs out by the button, which every page with a menu has. */
export async function signOut(page: BrowserPage): Promise<void> {
  await page.click('Abmelden');
  await page.until(`location.pathname === '/auth' && localStorage.getItem('nemus-auth') === null`);
}
