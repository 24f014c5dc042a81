import type { ReactNode } from 'react';
import { useDrawnColorScheme, type ColorSchemePreference } from './color-scheme';
import { DrawnTheme } from './DrawnTheme';
import { pageStyles } from './style-cache';

/**
 * Theme for the root of one area or slot. Its rules stand in the page's one style cache: what another root has drawn
 * already is not written again. Draws no page ground: that is the shell's.
 */
export function AreaTheme({
  colorScheme = 'system',
  children,
}: {
  /** @deprecated Rules of all roots have names of one kind since 1.3. */
  id?: string;
  colorScheme?: ColorSchemePreference;
  /** @deprecated Rules of all roots stand in the document's head since 1.3. */
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
