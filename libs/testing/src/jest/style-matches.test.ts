/** @jest-environment ../../jest.browser.mjs */

/**
 * Selectors of MUI, the browser's own sheet and authors, including cases that a search by tag and class could get
 * wrong.
 */
const SELECTORS = [
  'p',
  'P',
  '*',
  '.a',
  '.A',
  'p.a',
  'p.b.a',
  '.a.missing',
  '.box > .a',
  '.box>p',
  '.box p ~ p',
  '.a+.b',
  '.missing .a',
  'span, .b',
  'span,\n  p.a',
  ':not(.a)',
  'p:not(.a, .missing)',
  '.box :not(.a)',
  ':is(.a, .missing)',
  '.box:has(> .b)',
  '#one',
  'p#one.a',
  '[title]',
  '[title="a, .b"]',
  '.a[title="x > y"]',
  'p:nth-child(2n + 1)',
  '.a\\:b',
  '.css-1a2b3c-MuiBox-root',
  'svg',
  'svg .leaf',
  'foreignObject',
  'foreignobject',
];

const PAGE = `
  <div class="box" id="box">
    <p class="a" id="one">1</p>
    <p class="b a css-1a2b3c-MuiBox-root" title="a, .b">2</p>
    <p class="a" title="x > y"><span class="A">3</span></p>
    <p class="a:b"></p>
    <svg><g class="leaf"></g><foreignObject></foreignObject></svg>
  </div>
  <p>4</p>`;

const rule = document.head.appendChild(document.createElement('style'));
document.body.innerHTML = PAGE;

/** The result of the selector engine itself, without a style sheet. */
const matched = (selector: string) => [...document.querySelectorAll('body *')].filter((one) => one.matches(selector));
const styled = () => [...document.querySelectorAll('body *')].filter((one) => getComputedStyle(one).zIndex === '7');

it.each(SELECTORS)('gives elements the style of "%s" where it matches, and nowhere else', (selector) => {
  rule.textContent = `${selector} { z-index: 7 }`;
  expect(styled()).toEqual(matched(selector));
});

it('sees a class that an element gets and loses', () => {
  rule.textContent = '.late { z-index: 7 }';
  const box = document.querySelector('#box');
  expect(styled()).toEqual([]);
  box?.classList.add('late');
  expect(styled()).toEqual([box]);
  box?.classList.remove('late');
  expect(styled()).toEqual([]);
});

it('has rules without a selector in the same sheet', () => {
  rule.textContent = '@keyframes late { from { opacity: 0 } } .box { z-index: 7 }';
  expect(styled()).toEqual([document.querySelector('#box')]);
});
