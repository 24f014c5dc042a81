import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, test, type DemoRole } from '../support/test';
import { PAGES } from '../support/pages';
import { coveredShare, cutOff, ZOOMED } from '../support/zoom';
import { faultsOf } from './cell';

const fault = faultsOf(test);

const ROLES = ['piw', 'institution'] as const;
const NAMES: Readonly<Record<DemoRole, string>> = {
  piw: 'all pages of a trainee',
  institution: 'all pages of an institution',
};

for (const role of ROLES) {
  test.describe(`${role} at 400 %`, () => {
    test.use({ viewport: ZOOMED });
    fault(
      {
        group: 'Display',
        target: NAMES[role],
        fault: 'zoom of 400 %',
        sees: 'Everything in one column; nothing is cut off, nothing has to be scrolled sideways, no bar covers the page.',
      },
      async ({ page, openAs }) => {
        test.slow();
        for (const address of PAGES[role]) {
          await test.step(address, async () => {
            await openAs(role, address);
            await expectNoSidewaysScroll(page);
            expect(await cutOff(page), address).toEqual([]);
            expect(await coveredShare(page), address).toBeLessThan(0.35);
            await page.locator('h1').scrollIntoViewIfNeeded();
            await expect(page.locator('h1')).toBeInViewport();
          });
        }
        // The menu works with the remaining space of the screen.
        await page.getByRole('button', { name: 'Navigation öffnen' }).click();
        await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
        await expect(page).toHaveURL(/\/dashboard$/);
      },
    );
  });

  fault(
    {
      group: 'Display',
      target: NAMES[role],
      fault: 'reduced motion',
      sees: 'The same pages without anything that moves by itself.',
    },
    async ({ page, openAs }) => {
      test.slow();
      await page.emulateMedia({ reducedMotion: 'reduce' });
      for (const address of PAGES[role]) {
        await test.step(address, async () => {
          await openAs(role, address);
          const moving = await page.evaluate(() =>
            document
              .getAnimations()
              .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().duration !== 0)
              .flatMap(({ effect }) => (effect instanceof KeyframeEffect ? effect.getKeyframes() : []))
              .filter((frame) => 'transform' in frame || 'left' in frame || 'top' in frame || 'translate' in frame),
          );
          expect(moving, address).toEqual([]);
        });
      }
    },
  );

  fault(
    {
      group: 'Display',
      target: NAMES[role],
      fault: 'forced colours',
      sees: "The same pages in the reader's colours: every control has an edge or a text, the focus and what is chosen can be seen.",
    },
    async ({ page, openAs }) => {
      test.slow();
      await page.emulateMedia({ forcedColors: 'active' });
      for (const address of PAGES[role]) {
        await test.step(address, async () => {
          await openAs(role, address);
          expect(await invisibleControls(page), address).toEqual([]);
          await page.keyboard.press('Tab');
          await page.keyboard.press('Tab');
          const outline = await page.evaluate(() => {
            const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement ?? document.body);
            return `${outlineStyle} ${outlineWidth}`;
          });
          expect(outline, address).not.toMatch(/^none|^\w+ 0px$/);
          await expectAccessible(page);
        });
      }
    },
  );
}

/**
 * Controls that disappear in forced colours: backgrounds and shadows are removed, so a control needs text, an image or
 * a border. Bars and switches consist of backgrounds unless handled.
 */
function invisibleControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const hasEdge = (element: Element) => {
      const style = getComputedStyle(element);
      const edge = Number.parseFloat(style.borderTopWidth) > 0 && style.borderTopStyle !== 'none';
      const line = Number.parseFloat(style.outlineWidth) > 0 && style.outlineStyle !== 'none';
      return edge || line || style.forcedColorAdjust === 'none';
    };
    const isSeen = (element: Element) =>
      element.textContent.trim() !== '' ||
      element.matches('svg') ||
      element.querySelector('svg, img') !== null ||
      [element, ...element.querySelectorAll('*')].some(hasEdge) ||
      (element.parentElement !== null && [...element.parentElement.querySelectorAll('*')].some(hasEdge));
    return [...document.querySelectorAll('button, [role="progressbar"], [role="switch"], input, meter, progress')]
      .filter((element) => element.checkVisibility() && element.getBoundingClientRect().width > 1)
      .filter((element) => !isSeen(element))
      .map(
        (element) =>
          `${element.tagName} ${element.getAttribute('role') ?? ''} ${element.getAttribute('aria-label') ?? ''}`,
      );
  });
}
