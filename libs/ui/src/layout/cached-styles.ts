import { css, type CSSObject, type SerializedStyles } from '@emotion/react';
import type { Theme } from '@mui/material/styles';

/** By theme, and by what tells one style from another. */
const kept = new WeakMap<Theme, Map<string, SerializedStyles>>();

/**
 * Styles that follow from a theme and a few props, computed when they are first drawn with: pages consist of some sixty
 * such styles, drawn several hundred times.
 * @param key which component, and the values of all props that the styles follow from
 */
export function cachedStyles(theme: Theme, key: string, make: (theme: Theme) => CSSObject): SerializedStyles {
  let ofTheme = kept.get(theme);
  if (!ofTheme) kept.set(theme, (ofTheme = new Map()));
  let styles = ofTheme.get(key);
  if (!styles) ofTheme.set(key, (styles = css(make(theme))));
  return styles;
}
