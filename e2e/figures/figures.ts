import { expect, type Locator, type Page } from '@playwright/test';
import { expectPageReady } from '../support/test';

/** The values of a figure: by figure, then by page. */
export class Figures {
  readonly #readings = new Map<string, Map<string, string>>();

  /** Records the value on a page. */
  note(figure: string, page: string, value: string | number): void {
    const readings = this.#readings.get(figure) ?? new Map<string, string>();
    this.#readings.set(figure, readings.set(page, String(value).replaceAll(/\s/g, ' ').trim()));
  }

  /** Every figure was read on at least two pages, with the same value. */
  expectAgreement(): void {
    expect(this.#readings.size).toBeGreaterThan(0);
    for (const [figure, readings] of this.#readings) {
      expect(readings.size, `${figure} is read on two pages`).toBeGreaterThan(1);
      const [[, first] = ['', '']] = readings;
      expect(Object.fromEntries(readings), figure).toEqual(
        Object.fromEntries([...readings.keys()].map((page) => [page, first])),
      );
    }
  }
}

/** Opens a page and waits for all that it shows. */
export async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expectPageReady(page);
}

/** The values of a part's progress bars, by name. */
export async function barsIn(part: Locator): Promise<Readonly<Record<string, string>>> {
  const bars = await part.getByRole('progressbar').evaluateAll((elements) =>
    elements.map((element) => {
      const label = document.getElementById(element.getAttribute('aria-labelledby') ?? '')?.textContent;
      return [label ?? element.getAttribute('aria-label') ?? '', element.getAttribute('aria-valuetext') ?? ''] as const;
    }),
  );
  return Object.fromEntries(bars);
}

/** A tile of the current list of figures: its number, and its hint, if any. */
export async function tileIn(list: Locator, label: string): Promise<{ value: string; hint: string }> {
  const tile = list.getByRole('listitem').filter({ has: list.page().getByText(label, { exact: true }) });
  const [value = ''] = await tile.locator('.value').allTextContents();
  const [hint = ''] = await tile.locator('.hint').allTextContents();
  return { value, hint };
}

/** The n-th number of a text; thousands are set apart by a dot. */
export function numberIn(text: string, position = 0): number {
  return Number((text.match(/\d[\d.]*/g) ?? [])[position]?.replaceAll('.', ''));
}

/** Units of the total that the bars of the areas do not have; zero if the page names none. */
export async function beyondAreas(page: Page): Promise<number> {
  const words = await page.getByText(/ Selbsterfahrung und angefangene Einheiten\.$/).allTextContents();
  return words.length === 0 ? 0 : numberIn(words[0] ?? '', 1);
}

/** The units that count in each category, from the bars of a page of the logbook. */
export async function readBars(page: Page, note: (label: string, units: number) => void): Promise<void> {
  const bars = page.getByRole('region', { name: 'Stand nach Kategorien' }).getByRole('img');
  await expect(bars.first()).toBeVisible();
  for (const words of await bars.evaluateAll((all) => all.map((bar) => bar.getAttribute('aria-label') ?? ''))) {
    const [label = '', units = ''] = words.split(': ');
    note(label, numberIn(units));
  }
}
