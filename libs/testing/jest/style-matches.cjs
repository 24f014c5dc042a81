/**
 * Makes jsdom's computed styles cheap, with the same answers. jsdom puts every rule of a page to its selector engine for
 * every element that somebody asks about, and again after every change of the document; MUI has hundreds of rules, of
 * which nearly each names a class that the element has not. Such a rule is refused here before the engine is asked
 * (decision record 0150). It replaces a function inside of jsdom, so it must be loaded before jsdom is.
 */
const { createRequire } = require('node:module');

const jsdomOf = createRequire(require.resolve('jest-environment-jsdom'));
const selectors = jsdomOf('jsdom/lib/jsdom/living/helpers/selectors.js');

const { matchesDontThrow } = selectors;
/** What each selector needs of an element; null where only the engine can tell. */
const needs = new Map();
/** The classes of elements, with the text that they were read from. */
const classes = new WeakMap();

/**
 * What an element must have so that a selector can match it: for each alternative a tag or a class of its last part.
 * Everything else that a selector says restricts further, and is left to the engine.
 */
function needsOf(selector) {
  // Escapes and quoted values could hold any sign.
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

/** Whether the engine has to be asked about this element and selector. */
function canMatch(element, selector) {
  let alternatives = needs.get(selector);
  if (alternatives === undefined) {
    alternatives = needsOf(selector);
    needs.set(selector, alternatives);
  }
  // Without a doctype, classes are compared without regard to case.
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
