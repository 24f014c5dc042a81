import GlobalStyles from '@mui/material/GlobalStyles';
import type { Theme } from '@mui/material/styles';
import { fontFamily } from './tokens';
import { typeStyles } from './theme';

const styles = (theme: Theme) => {
  const { color, scheme } = theme.tokens;
  return {
    '*, *::before, *::after': { boxSizing: 'border-box' as const },
    html: {
      colorScheme: scheme,
      WebkitTextSizeAdjust: '100%',
      // The focused element must not be hidden below the mobile top bar (WCAG 2.4.11).
      scrollPaddingTop: '5rem',
    },
    body: {
      margin: 0,
      minHeight: '100dvh',
      backgroundColor: color.canvas,
      color: color.text,
      fontFamily,
      ...typeStyles('body'),
      fontVariantNumeric: 'lining-nums',
      WebkitFontSmoothing: 'antialiased',
      MozOsxFontSmoothing: 'grayscale',
      textRendering: 'optimizeLegibility' as const,
      overflowWrap: 'break-word' as const,
    },
    'h1, h2, h3, h4, p, ul, ol, dl, dd, figure': { margin: 0 },
    // A long word must not determine the page's width: `anywhere` counts when boxes are measured, the `break-word` of
    // the body does not. Tables keep their words whole.
    'h1, h2, h3, h4, p, dd, label, legend': { overflowWrap: 'anywhere' as const },
    'ul, ol': { paddingInlineStart: '1.25em' },
    'button, input, select, textarea': { font: 'inherit', color: 'inherit' },
    ':focus-visible': { outline: `2px solid ${color.focus}`, outlineOffset: 2 },
    // A script focuses headings and main after a navigation: they are announced, not operated.
    '[tabindex="-1"]:focus-visible': { outline: 'none' },
    '::selection': { backgroundColor: color.tone.primary.soft, color: color.tone.primary.onSoft },
    '@media (prefers-reduced-motion: reduce)': {
      '*, *::before, *::after': {
        animationDuration: '0.01ms !important',
        animationIterationCount: '1 !important',
        transitionDuration: '0.01ms !important',
        scrollBehavior: 'auto !important' as 'auto',
      },
    },
    '@media print': {
      body: { backgroundColor: '#FFFFFF', color: '#000000' },
    },
  };
};

/** The page's base styles: element resets, type, focus ring, reduced motion, print. Only the shell renders it, once. */
export function GlobalStyle() {
  return <GlobalStyles styles={styles} />;
}
