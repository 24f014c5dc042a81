import { restylingSelectors } from './restyling';

it.each([
  ['elements', 'h1 { color: red }', ['h1']],
  ['everything', '*,*::before{margin:0}', ['*', '*::before']],
  ['the root', ':root { --x: 1 } body.demo { overflow: hidden }', [':root', 'body.demo']],
  [
    'the component library’s classes',
    '.MuiButton-root.Mui-focusVisible { color: red }',
    ['.MuiButton-root.Mui-focusVisible'],
  ],
  [
    'attributes that any element has',
    '[role="alert"], nav[aria-label="Hauptnavigation"] { display: none }',
    ['[role="alert"]', 'nav[aria-label="Hauptnavigation"]'],
  ],
  [
    'what the area is not',
    ':not(.demo) { color: red } main:has(.demo) { color: red }',
    [':not(.demo)', 'main:has(.demo)'],
  ],
  ['rules in groups', '@media print { @supports (gap: 1px) { a { color: red } } }', ['a']],
  ['rules behind statements and comments', '@charset "utf-8"; /* } */ p{content:"}"} q{}', ['p', 'q']],
  ['an unclosed rule', 'nav { display: none', ['nav']],
])('finds %s', (_what, css, found) => expect(restylingSelectors(css)).toEqual(found));

it.each([
  '.demo h1, .demo > * { color: red }',
  '#demo { color: red }',
  '[data-remote="demo"] p { color: red }',
  '.nemus-1x2y3z .MuiButton-root:hover { color: red }',
  '.a\\:b:is(h1, h2) { color: red }',
  '@media (min-width: 1px) { .demo { color: red; &:hover { color: blue } } }',
  '@font-face { font-family: x } @keyframes turn { from { opacity: 0 } to { opacity: 1 } }',
  '',
])('leaves alone: %s', (css) => expect(restylingSelectors(css)).toEqual([]));
