import type { ReactNode } from 'react';
import { CacheProvider, ThemeContext, type EmotionCache } from '@emotion/react';
import { ThemeProvider } from '@mui/material/styles';
import { themeOf } from './theme';

/**
 * What styles are drawn with below it: the page's cache, and for each colour scheme one theme that all roots share.
 * MUI's provider makes a new object of every theme that it is given, and MUI's components compute their styles anew
 * whenever the object is another than the last time: roots with objects of their own would take turns in that. The
 * provider stays for what else it hands down.
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
