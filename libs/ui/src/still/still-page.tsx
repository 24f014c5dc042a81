import createCache from '@emotion/cache';
import type { Theme } from '@mui/material/styles';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { DrawnTheme } from '../theme/DrawnTheme';
import { GlobalStyle } from '../theme/GlobalStyle';
import { darkColors, fontFamily, lightColors, type Tokens } from '../theme/tokens';

/** Components as text: what a page shows before any script has loaded. */
export interface StillPage {
  readonly markup: string;
  /** Text of one stylesheet. */
  readonly styles: string;
}

/** Ground of the page, for the browser's own parts of the window. */
export const CANVAS = { light: lightColors.canvas, dark: darkColors.canvas } as const;

/** The theme's tokens, for the styles of such a page. */
export const tokensOf = ({ tokens }: Theme): Tokens => tokens;

/** A cache of another name than the page's: rules of both may be in one document. */
const KEY = 'still';
const STYLE = /<style data-emotion="[^"]*">(.*?)<\/style>/gs;
/** What differs between the colour schemes. */
const COLOR = /#[0-9a-f]{3,8}\b|rgba?\([^)]*\)|(?<=color-scheme:)\w+/gi;

/**
 * Renders components of this package to markup and styles, with the page's base styles and the device's typeface. What
 * differs between the colour schemes becomes custom properties.
 *
 * @param dark selector of the root element in the dark scheme
 */
export function renderStill(page: ReactElement, dark: string): StillPage {
  const light = renderIn('light', page);
  const other = renderIn('dark', page);
  if (light.markup !== other.markup) throw new Error('A page without scripts needs the same elements in both schemes.');
  // An attribute would need `style-src 'unsafe-inline'`.
  if (light.markup.includes(' style="')) throw new Error('A page without scripts cannot have style attributes.');
  return { markup: light.markup, styles: inBothSchemes(light.styles, other.styles, dark) };
}

function renderIn(scheme: 'light' | 'dark', page: ReactElement): StillPage {
  const text = renderToStaticMarkup(
    <DrawnTheme scheme={scheme} styles={createCache({ key: KEY })}>
      <GlobalStyle />
      {page}
    </DrawnTheme>,
  );
  const names = new Map<string, string>();
  // Rules are named after their content, so the names differ between the schemes.
  const named = text.replaceAll(new RegExp(`\\b${KEY}-([a-z0-9]+)`, 'g'), (_all, hash: string) => {
    const name = names.get(hash) ?? `${KEY}-${names.size}`;
    names.set(hash, name);
    return name;
  });
  return {
    markup: named.replaceAll(STYLE, ''),
    styles: [...named.matchAll(STYLE)].map(([, rules = '']) => rules).join('\n'),
  };
}

function inBothSchemes(light: string, other: string, dark: string): string {
  const rest = light.split(COLOR);
  if (rest.join() !== other.split(COLOR).join()) throw new Error('The schemes differ in more than colours.');
  const [ours, theirs] = [light, other].map((text) => text.match(COLOR) ?? []);
  const properties = new Map<string, { readonly name: string; readonly light: string; readonly dark: string }>();
  const rules = light.replaceAll(COLOR, () => {
    const [color = '', darkColor = ''] = [ours?.shift(), theirs?.shift()];
    if (color === darkColor) return color;
    const pair = `${color} ${darkColor}`;
    const property = properties.get(pair) ?? { name: `--${KEY}-${properties.size}`, light: color, dark: darkColor };
    properties.set(pair, property);
    return `var(${property.name})`;
  });
  const values = (scheme: 'light' | 'dark') =>
    [...properties.values()].map((property) => `${property.name}:${property[scheme]};`).join('');
  // The portal's typeface would be requested before its scripts, which are waited for.
  const text = rules.replaceAll(fontFamily.replaceAll(', ', ','), 'system-ui,sans-serif');
  return `:root{${values('light')}}\n${dark}{${values('dark')}}\n${text}`;
}
