import type { ReactNode } from 'react';
import { CacheProvider, ThemeContext, type EmotionCache } from '@emotion/react';
import { ThemeProvider } from '@mui/material/styles';
import { themeOf } from './theme';

/**
 * The style context: the page's cache, and for each colour scheme one theme shared by all roots. MUI's provider makes a
 * new object of every theme, and MUI's components recompute their styles whenever the object changes, so roots with
 * their own objects would invalidate each other. The provider is kept for the rest of its context.
 */
export function DrawnTheme({
  scheme,
  styles,
  children,
}: {
  scheme: 'light' | 'dark';
  styles: EmotionCache;
  children: ReactNode;
}) {
  const theme = themeOf(scheme);
  return (
    <CacheProvider value={styles}>
      <ThemeProvider theme={theme}>
        <ThemeContext.Provider value={theme}>{children}</ThemeContext.Provider>
      </ThemeProvider>
    </CacheProvider>
  );
}
