import type { ReactNode } from 'react';
import { useDrawnColorScheme, type ColorSchemePreference } from './color-scheme';
import { DrawnTheme } from './DrawnTheme';
import { GlobalStyle } from './GlobalStyle';
import { pageStyles } from './style-cache';

/**
 * Theme and base styles for the root of the shell. Use it once per document; areas use `AreaTheme`.
 * @param nonce of the content security policy, when styles are allowed by nonce
 */
export function NemusTheme({
  colorScheme = 'system',
  nonce,
  children,
}: {
  colorScheme?: ColorSchemePreference;
  nonce?: string;
  children: ReactNode;
}) {
  const scheme = useDrawnColorScheme(colorScheme);
  return (
    <DrawnTheme scheme={scheme} styles={pageStyles(nonce)}>
      <GlobalStyle />
      {children}
    </DrawnTheme>
  );
}
