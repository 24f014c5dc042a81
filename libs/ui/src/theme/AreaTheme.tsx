import { useInsertionEffect, useState, type ReactNode } from 'react';
import { CacheProvider } from '@emotion/react';
import { ThemeProvider } from '@mui/material/styles';
import { useDrawnColorScheme, type ColorSchemePreference } from './color-scheme';
import { createStyleCache } from './style-cache';
import { themeOf } from './theme';

/**
 * Theme for the root of one area or slot. Its stylesheets are written into an element of their own inside `container`,
 * under class names that begin with `id`, and leave with it when the root is unmounted. Draws no page ground: that is
 * the shell's.
 * @param id remote id, such as `trainee`
 * @param container element of the area, usually the mount's `domElement`; without it styles go to the document's head
 */
export function AreaTheme({
  id,
  colorScheme = 'system',
  container,
  nonce,
  children,
}: {
  id: string;
  colorScheme?: ColorSchemePreference;
  container?: HTMLElement | null;
  nonce?: string;
  children: ReactNode;
}) {
  const scheme = useDrawnColorScheme(colorScheme);
  const [styles] = useState(() => createStyles(id, nonce));
  return (
    <CacheProvider value={styles.cache}>
      <StyleHolder holder={styles.holder} container={container ?? document.head} />
      <ThemeProvider theme={themeOf(scheme)}>{children}</ThemeProvider>
    </CacheProvider>
  );
}

/**
 * Puts the stylesheets' element into the page. It is the first sibling so that its insertion effect runs before those
 * that write rules: a rule can only be written into a sheet that is in the document, and React empties the container of
 * a new root before the first of these effects.
 */
function StyleHolder({ holder, container }: { holder: HTMLElement; container: HTMLElement }) {
  useInsertionEffect(() => {
    container.prepend(holder);
    return () => holder.remove();
  }, [holder, container]);
  return null;
}

function createStyles(id: string, nonce: string | undefined) {
  const holder = document.createElement('div');
  holder.hidden = true;
  holder.dataset.styles = id;
  return { holder, cache: createStyleCache({ key: styleKeyOf(id), container: holder, nonce }) };
}

/** Emotion takes lower-case letters and hyphens alone as a key; a digit of the remote id becomes a letter. */
function styleKeyOf(id: string): string {
  return id.toLowerCase().replace(/[^a-z]/g, (character) => {
    const digit = '0123456789'.indexOf(character);
    return digit < 0 ? '-' : 'abcdefghij'.charAt(digit);
  });
}
