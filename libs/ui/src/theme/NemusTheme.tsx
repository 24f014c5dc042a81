import type { ReactNode } from 'react';
import { CacheProvider } from '@emotion/react';
import { ThemeProvider } from '@mui/material/styles';
import { useDrawnColorScheme, type ColorSchemePreference } from './color-scheme';
import { GlobalStyle } from './GlobalStyle';
import { pageStyles } from './style-cache';
import { themeOf } from './theme';

/**
 * Theme and page ground for the root of the shell. Use it once per document; areas stand in `AreaTheme`.
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
    <CacheProvider value={pageStyles(nonce)}>
      <ThemeProvider theme={themeOf(scheme)}>
        <GlobalStyle />
        {children}
      </ThemeProvider>
    </CacheProvider>
  );
}
