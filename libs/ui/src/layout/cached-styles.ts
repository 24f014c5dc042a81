import { css, type CSSObject, type SerializedStyles } from '@emotion/react';
import type { Theme } from '@mui/material/styles';

/** By theme, and by a key that identifies the style. */
const kept = new WeakMap<Theme, Map<string, SerializedStyles>>();

/**
 * Caches styles that depend on a theme and a few props: pages consist of some sixty such styles, rendered several
 * hundred times.
 * @param key the component, and the values of all props that affect the styles
 */
export function cachedStyles(theme: Theme, key: string, make: (theme: Theme) => CSSObject): SerializedStyles {
  let ofTheme = kept.get(theme);
  if (!ofTheme) kept.set(theme, (ofTheme = new Map()));
  let styles = ofTheme.get(key);
  if (!styles) ofTheme.set(key, (styles = css(make(theme))));
  return styles;
}
