import createCache, { type EmotionCache, type Options } from '@emotion/cache';
import { STYLE_MARK } from './style-mark';

/**
 * An Emotion cache that writes its rules through the CSSOM, in development as in production. The text of its `<style>`
 * elements is always the same, so that a content security policy only needs its hash and no `'unsafe-inline'` (decision
 * record 0017).
 */
export function createStyleCache(options: Omit<Options, 'container'>): EmotionCache {
  return createCache({ speedy: true, ...options, container: marking(document.head) });
}

let styles: EmotionCache | null = null;

/**
 * The page's style cache for the shell and all areas: a rule is computed and written once, on first use, and stays.
 * Names are derived from the rule's content, so rules of two areas never collide (decision record 0004).
 * @param nonce of the content security policy, when styles are allowed by nonce; the first caller's is used
 */
export function pageStyles(nonce?: string): EmotionCache {
  styles ??= createStyleCache({ key: 'nemus', nonce });
  return styles;
}

/** The same node, but its style elements get their text on insertion: the library inserts them empty. */
function marking(container: Node): Node {
  return new Proxy(container, {
    get(node, name) {
      const value: unknown = Reflect.get(node, name, node);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        const [added] = args;
        if (name === 'insertBefore' && added instanceof HTMLStyleElement) added.textContent = STYLE_MARK;
        return Reflect.apply(value, node, args);
      };
    },
  });
}
