import type { ReactNode } from 'react';
import { useDrawnColorScheme, type ColorSchemePreference } from './color-scheme';
import { DrawnTheme } from './DrawnTheme';
import { pageStyles } from './style-cache';

/**
 * Theme for the root of one area or slot. Its rules are in the page's shared style cache, so rules of another root are
 * not written again. Does not style the page itself: the shell does.
 */
export function AreaTheme({
  colorScheme = 'system',
  children,
}: {
  /** @deprecated All roots share one kind of rule names since 1.3. */
  id?: string;
  colorScheme?: ColorSchemePreference;
  /** @deprecated Rules of all roots are in the document's head since 1.3. */
  container?: HTMLElement | null;
  /** @deprecated The shell's theme has it since 1.3. */
  nonce?: string;
  children: ReactNode;
}) {
  const scheme = useDrawnColorScheme(colorScheme);
  return (
    <DrawnTheme scheme={scheme} styles={pageStyles()}>
      {children}
    </DrawnTheme>
  );
}
