import type { Page } from '@playwright/test';

/** The viewport that remains of 1280 × 1024 pixels at 400 % zoom (WCAG 1.4.10). */
export const ZOOMED = { width: 320, height: 256 };

/** Texts and controls that are clipped by their containers. */
export function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isClipped = (element: HTMLElement) => {
      const { overflowX, textOverflow, display, position } = getComputedStyle(element);
      // Screen reader texts are hidden at one pixel; an ellipsis marks a cut.
      const hidesOnPurpose = position === 'absolute' || element.clientWidth <= 1 || textOverflow === 'ellipsis';
      // A long text scrolls in its field.
      const isField = element.matches('input, textarea');
      return (
        (overflowX === 'hidden' || overflowX === 'clip') &&
        display !== 'inline' &&
        !hidesOnPurpose &&
        !isField &&
        element.scrollWidth > element.clientWidth + 1
      );
    };
    return [...document.querySelectorAll<HTMLElement>('main *, nav *, header *')]
      .filter((element) => element.checkVisibility() && isClipped(element))
      .map((element) => `${element.tagName} ${element.className}: ${element.textContent.slice(0, 60)}`);
  });
}

/** Between phone and desktop, where grids change their columns; 200 % and 400 % of 1280 × 1024 pixels last. */
const SIZES = [
  ...[1024, 768, 600, 559, 480, 432, 390].map((width) => ({ width, height: 740 })),
  { width: 640, height: 512 },
  ZOOMED,
];

const FITS = () => document.documentElement.scrollWidth <= document.documentElement.clientWidth;

/** What does not fit at one of the sizes, with its width; the page keeps the last size, 400 %. */
export async function misfits(page: Page): Promise<string[]> {
  const problems: string[] = [];
  for (const size of SIZES) {
    await page.setViewportSize(size);
    // Elements that measure themselves may need a moment.
    await page.waitForFunction(FITS, null, { timeout: 3_000 }).catch(() => undefined);
    const found = [...(await overflowing(page)), ...(await stackedWords(page)), ...(await narrowLabels(page))];
    if (found.length > 0) problems.push(`at ${size.width} px: ${found.join(', ')}`);
  }
  return problems;
}

/** Elements that reach beyond a page that scrolls sideways. */
function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.children.length === 0 && element.getBoundingClientRect().right > clientWidth + 1)
      .slice(0, 3)
      .map((element) => `${element.tagName} "${element.textContent.slice(0, 40)}" beyond the page`)
      .concat(`scrolls ${scrollWidth - clientWidth} px sideways`);
  });
}

/** Words in pieces: on three lines or more, because their column has no room for them. */
function stackedWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    const range = document.createRange();
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      // Texts for screen readers alone are in a box of one pixel.
      if (!node.parentElement?.checkVisibility() || node.parentElement.getBoundingClientRect().width <= 1) continue;
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(/[\p{L}\p{N}]{4,14}/gu)) {
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 2) found.push(word);
      }
    }
    return found;
  });
}

/** No label is narrower than its longest word, and none than this. Pixels. */
const NARROWEST_LABEL = 24;

/** Texts of labels, buttons and headings whose box is narrower than their longest word. */
function narrowLabels(page: Page): Promise<string[]> {
  return page.evaluate((narrowest) => {
    const canvas = document.createElement('canvas').getContext('2d');
    const labels = document.querySelectorAll<HTMLElement>('label, legend, dt, th, h1, h2, h3, button, main a, .label');
    return [...labels].flatMap((label) => {
      // Texts for screen readers alone are in a box of one pixel.
      const seen = [label, ...label.querySelectorAll('*')].filter((part) => part.getBoundingClientRect().width > 1);
      const own = seen.flatMap((part) => [...part.childNodes].filter((node) => node instanceof Text));
      const words = own
        .map(({ data }) => data)
        .join(' ')
        .trim()
        .split(/[\s\u00ad-]+/);
      const { width } = label.getBoundingClientRect();
      if (canvas === null || words[0] === '' || !label.checkVisibility() || width <= 1) return [];
      const { font, hyphens, textOverflow } = getComputedStyle(label);
      canvas.font = font;
      // A long word may be hyphenated, down to the smallest width.
      const isBroken = hyphens === 'auto' || textOverflow === 'ellipsis';
      const needed = isBroken ? narrowest : Math.max(...words.map((word) => canvas.measureText(word).width));
      return width + 1 < Math.min(needed, 120)
        ? [`${label.tagName} "${label.innerText.slice(0, 40)}" of ${Math.round(width)} px`]
        : [];
    });
  }, NARROWEST_LABEL);
}

/** Share of the screen that stays covered while the page scrolls. */
export function coveredShare(page: Page): Promise<number> {
  return page.evaluate(() => {
    const bars = [...document.querySelectorAll<HTMLElement>('body *')].filter((element) => {
      const { position } = getComputedStyle(element);
      return (position === 'fixed' || position === 'sticky') && element.checkVisibility({ opacityProperty: true });
    });
    const heights = bars.map((element) => {
      const { top, bottom, width } = element.getBoundingClientRect();
      if (width < innerWidth / 2) return 0;
      return Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0));
    });
    return Math.max(0, ...heights) / innerHeight;
  });
}
