import { createTheme, type Theme } from '@mui/material/styles';
import {
  darkTokens,
  fontFamily,
  lightTokens,
  radius,
  sidebar,
  SPACING_UNIT,
  type as typeScale,
  type Tokens,
  type TypeVariant,
} from './tokens';

declare module '@mui/material/styles' {
  interface Theme {
    /** Our own tokens; components use these instead of the palette. */
    readonly tokens: Tokens;
  }
  interface ThemeOptions {
    readonly tokens?: Tokens;
  }
}

/** Styles of one step of the type scale. */
export function typeStyles(variant: TypeVariant) {
  const step = typeScale[variant];
  return {
    fontSize: `${step.size}rem`,
    lineHeight: `${step.line}rem`,
    fontWeight: step.weight,
    letterSpacing: step.tracking === 0 ? 'normal' : `${step.tracking}em`,
  };
}

/** The focus ring: 2 px line, 2 px away from the control, so that it is visible on every fill. */
export function focusRing(theme: Theme) {
  return { outline: `2px solid ${theme.tokens.color.focus}`, outlineOffset: 2 };
}

function buildTheme(tokens: Tokens): Theme {
  const { color } = tokens;
  const tone = (name: keyof typeof color.tone) => ({
    main: color.tone[name].main,
    light: color.tone[name].soft,
    dark: color.tone[name].onSoft,
    contrastText: color.onMain,
  });
  return createTheme({
    tokens,
    spacing: SPACING_UNIT,
    shape: { borderRadius: radius.control },
    motion: { reducedMotion: 'system' },
    breakpoints: { values: { xs: 0, sm: 560, md: sidebar.breakpoint, lg: 1080, xl: 1440 } },
    palette: {
      mode: tokens.scheme,
      primary: { ...tone('primary'), dark: color.primaryHover },
      secondary: tone('accent'),
      error: tone('error'),
      warning: tone('warning'),
      info: tone('info'),
      success: tone('success'),
      text: { primary: color.text, secondary: color.textMuted, disabled: color.textMuted },
      divider: color.border,
      background: { default: color.canvas, paper: color.surface },
    },
    typography: {
      fontFamily,
      h1: typeStyles('title'),
      h2: typeStyles('heading'),
      h3: typeStyles('subheading'),
      body1: typeStyles('body'),
      body2: typeStyles('small'),
      caption: typeStyles('caption'),
      button: { ...typeStyles('label'), textTransform: 'none' },
    },
    components: {
      MuiButtonBase: {
        defaultProps: { disableRipple: true },
        styleOverrides: {
          root: ({ theme }) => ({ fontFamily: 'inherit', '&:focus-visible': focusRing(theme) }),
        },
      },
      MuiPaper: { defaultProps: { elevation: 0 }, styleOverrides: { root: { backgroundImage: 'none' } } },
    },
  });
}

/** Created on first use: most users never see the other one. */
const themes = new Map<'light' | 'dark', Theme>();

/** Theme of a resolved colour scheme. */
export function themeOf(scheme: 'light' | 'dark'): Theme {
  const made = themes.get(scheme) ?? buildTheme(scheme === 'dark' ? darkTokens : lightTokens);
  themes.set(scheme, made);
  return made;
}
