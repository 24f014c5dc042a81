import path from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { sendSignIn } from '../sign-in';
import type { Story } from './story';

/** How long a page may take to show what is expected; a card comes after further attempts to load. */
const PATIENCE_MS = 45_000;

/** Who looks at the portal, by what the drill calls them. */
const PEOPLE = {
  piw: { name: 'a trainee', email: 'demo.piw@nemus.example' },
  institution: { name: 'an institution', email: 'demo.institution@nemus.example' },
} as const;

/** What must be seen, and what must not. */
export interface Expected {
  /** Heading of a page that works. */
  readonly page?: string;
  /** Any other text. */
  readonly sees?: string;
  readonly seesNot?: string;
}

/** A user in a browser of their own. */
export class Visitor {
  readonly #page: Page;
  readonly #story: Story;
  readonly #portal: string;
  readonly #pictures: string;
  readonly name: string;
  static #taken = 0;

  private constructor(page: Page, where: { story: Story; portal: string; pictures: string; name: string }) {
    this.#page = page;
    this.#story = where.story;
    this.#portal = where.portal;
    this.#pictures = where.pictures;
    this.name = where.name;
  }

  /** Signs a user in, in a fresh browser. */
  static async signIn(
    browser: Browser,
    { as, ...where }: { as: keyof typeof PEOPLE; story: Story; portal: string; pictures: string; name?: string },
  ): Promise<Visitor> {
    const context = await browser.newContext({ locale: 'de-DE', timezoneId: 'Europe/Berlin' });
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    await sendSignIn(page, where.portal, PEOPLE[as].email);
    await page.waitForURL((url) => url.pathname !== '/auth');
    return new Visitor(page, { ...where, name: where.name ?? PEOPLE[as].name });
  }

  /** Opens an address again, as with the next visit. */
  async visits(address: string, expected: Expected): Promise<void> {
    this.#story.say(`${this.name} opens ${address}`);
    await this.#page.goto(this.#portal + address);
    await this.#look(expected);
  }

  /** Follows an entry of the menu, in the page that is open. */
  async follows(entry: string, expected: Expected): Promise<void> {
    this.#story.say(`${this.name}, whose page is open, follows „${entry}“`);
    await this.#page
      .getByRole('navigation')
      .getByRole('link', { name: new RegExp(`^${entry}(,|$)`) })
      .first()
      .click();
    await this.#look(expected);
  }

  /** Presses a button of the page that is open. */
  async presses(button: string, expected: Expected): Promise<void> {
    this.#story.say(`${this.name} presses „${button}“`);
    await this.#page.getByRole('button', { name: button }).first().click();
    await this.#look(expected);
  }

  async #look({ page, sees = '', seesNot }: Expected): Promise<void> {
    const wanted =
      page === undefined ? this.#page.getByText(sees) : this.#page.getByRole('heading', { level: 1, name: page });
    const isSeen = await wanted
      .locator('visible=true')
      .first()
      .waitFor()
      .then(
        () => true,
        () => false,
      );
    // For the picture: what is read is there as well.
    if (isSeen) await this.#page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
    const text = await this.#text();
    const isClean = seesNot === undefined || !text.includes(seesNot);
    Visitor.#taken += 1;
    const picture = `${String(Visitor.#taken).padStart(2, '0')}-${this.name.replaceAll(' ', '-')}.png`;
    await this.#page.screenshot({ path: path.join(this.#pictures, picture) });
    const without = seesNot === undefined ? '' : `, and not „${seesNot}“`;
    this.#story.expect(
      `sees ${page === undefined ? `„${sees}“` : `the page „${page}“`}${without}   (${picture})`,
      isSeen && isClean,
      text.slice(0, 300),
    );
  }

  /** The page's text, in one line. */
  async #text(): Promise<string> {
    const main = this.#page.locator('main, body').first();
    return (await main.innerText().catch(() => '')).replaceAll(/\s+/g, ' ');
  }
}
