/**
 * Makes jsdom's computed styles cheap, with the same results. jsdom runs every rule of a page through its selector
 * engine for every queried element, and again after every change of the document; MUI has hundreds of rules, most with
 * a class that the element lacks. Such rules are rejected here first (docs/testing.md). It replaces a function
 * inside jsdom, so it must be loaded before jsdom.
 */
const { createRequire } = require('node:module');

const jsdomOf = createRequire(require.resolve('jest-environment-jsdom'));
const selectors = jsdomOf('jsdom/lib/jsdom/living/helpers/selectors.js');

const { matchesDontThrow } = selectors;
/** What each selector requires of an element; null when only the engine can tell. */
const needs = new Map();
/** The classes of elements, with the text that they were parsed from. */
const classes = new WeakMap();

/**
 * What an element must have for a selector to match: for each alternative a tag or a class of its last part. The rest
 * of a selector only restricts further, and is left to the engine.
 */
function needsOf(selector) {
  // Escapes and quoted values could contain any character.
  if (/[\\"']/.test(selector)) return null;
  let plain = selector;
  for (let before = ''; before !== plain;) {
    before = plain;
    plain = plain.replace(/\([^()]*\)|\[[^[\]]*\]/g, '');
  }
  const alternatives = plain.split(',').map((alternative) => {
    const last =
      alternative
        .trim()
        .split(/[\s>+~|]+/)
        .at(-1) ?? '';
    const [, tag = null, name = null] = /^([a-z][\w-]*)?(?:\.([\w-]+))?/i.exec(last) ?? [];
    return { tag: tag?.toLowerCase() ?? null, name };
  });
  return alternatives.some(({ tag, name }) => tag === null && name === null) ? null : alternatives;
}

function classesOf(element) {
  const text = element.getAttributeNS(null, 'class') ?? '';
  const known = classes.get(element);
  if (known?.text === text) return known.names;
  const names = new Set(text.split(/\s+/));
  classes.set(element, { text, names });
  return names;
}

/** Whether the engine must check this element and selector. */
function canMatch(element, selector) {
  let alternatives = needs.get(selector);
  if (alternatives === undefined) {
    alternatives = needsOf(selector);
    needs.set(selector, alternatives);
  }
  // Without a doctype, classes are case-insensitive.
  if (alternatives === null || element._ownerDocument.compatMode !== 'CSS1Compat') return true;
  const names = classesOf(element);
  const tag = element._localName.toLowerCase();
  return alternatives.some(
    (needed) => (needed.tag === null || needed.tag === tag) && (needed.name === null || names.has(needed.name)),
  );
}

selectors.matchesDontThrow = (element, selector) =>
  // Rules such as `@keyframes` have no selector.
  typeof selector === 'string' && canMatch(element, selector) && matchesDontThrow(element, selector);
