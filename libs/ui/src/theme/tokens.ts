/**
 * Design tokens: every colour, size and distance that a component may use. Colours are plain hex values so that a test
 * can compute their contrast; `contrast.test.ts` lists the pairs.
 */

/** Meaning of a colour, the same word in chips, alerts, toasts and progress. */
export const TONES = ['neutral', 'primary', 'accent', 'success', 'warning', 'error', 'info'] as const;
export type Tone = (typeof TONES)[number];

/** Three roles of a tone: a strong colour, a soft fill and the text on the soft fill. */
export interface ToneColors {
  readonly main: string;
  readonly soft: string;
  readonly onSoft: string;
}

export interface ColorTokens {
  /** The page background. */
  readonly canvas: string;
  /** Cards, dialogs, fields. */
  readonly surface: string;
  /** Quiet fill inside a surface: table head, track of a progress bar, hovered row. */
  readonly sunken: string;
  /** Placeholders for loading content, and the empty part of a progress bar. */
  readonly track: string;
  /** Hovered row. */
  readonly hovered: string;
  /** The sidebar. */
  readonly sidebar: string;
  /** Hairline between and around elements; decorative, never the only mark of a control. */
  readonly border: string;
  /** Outline of fields and other controls; at least 3:1 against every background. */
  readonly borderStrong: string;
  readonly text: string;
  readonly textMuted: string;
  /** Text and icons on a fill of the tone's `main`. */
  readonly onMain: string;
  readonly primaryHover: string;
  readonly errorHover: string;
  readonly focus: string;
  /** Backdrop of dialogs and drawers. */
  readonly backdrop: string;
  readonly shadow: string;
  /** Side panel of the sign-in page, dark in both schemes. */
  readonly brandPanel: string;
  readonly onBrandPanel: string;
  readonly brandPanelMuted: string;
  readonly brandPanelLine: string;
  readonly brandPanelDot: string;
  /** The warm point of the logo, on the logo's background and on the panel's light background. */
  readonly logoDot: string;
  readonly logoDotOnPanel: string;
  readonly tone: Readonly<Record<Tone, ToneColors>>;
  /** Series of a chart, in order; each at least 3:1 against `surface`. */
  readonly chart: readonly [string, string, string, string, string, string];
}

export const lightColors: ColorTokens = {
  canvas: '#F8F6F1',
  surface: '#FFFEFC',
  sunken: '#F1EDE5',
  track: '#E6E0D4',
  hovered: '#FAF8F3',
  sidebar: '#F2EEE6',
  border: '#E2DCD0',
  borderStrong: '#857D6E',
  text: '#1C2829',
  textMuted: '#55605F',
  onMain: '#FFFFFF',
  primaryHover: '#0B3F43',
  errorHover: '#8A2421',
  focus: '#0F5257',
  backdrop: 'rgba(20, 34, 35, 0.48)',
  shadow: '0 12px 32px -12px rgba(28, 40, 41, 0.24), 0 2px 6px -2px rgba(28, 40, 41, 0.10)',
  brandPanel: '#0E4247',
  onBrandPanel: '#F7F4EC',
  brandPanelMuted: '#B9D2CF',
  brandPanelLine: '#2C6468',
  brandPanelDot: '#F2B48C',
  logoDot: '#F2B48C',
  logoDotOnPanel: '#A4491F',
  tone: {
    neutral: { main: '#55605F', soft: '#EEE9DF', onSoft: '#414B4A' },
    primary: { main: '#0F5257', soft: '#DFECEA', onSoft: '#0C474B' },
    accent: { main: '#A4491F', soft: '#FAEADD', onSoft: '#8A3A15' },
    success: { main: '#2A6A41', soft: '#E2F0E3', onSoft: '#215535' },
    warning: { main: '#8A5B00', soft: '#FBF0D3', onSoft: '#6E4800' },
    error: { main: '#A62F2B', soft: '#FBE7E4', onSoft: '#8A2421' },
    info: { main: '#2A5D86', soft: '#E3EDF5', onSoft: '#21496A' },
  },
  chart: ['#0F5257', '#A4491F', '#4F7A3A', '#2A5D86', '#8A5B00', '#7A4A78'],
};

export const darkColors: ColorTokens = {
  canvas: '#111817',
  surface: '#192221',
  sunken: '#222D2C',
  track: '#2F3C3B',
  hovered: '#1E2827',
  sidebar: '#151D1C',
  border: '#32403E',
  borderStrong: '#7C8B88',
  text: '#ECEAE3',
  textMuted: '#A8B4B1',
  onMain: '#07282A',
  primaryHover: '#98D6D1',
  errorHover: '#F6BFB9',
  focus: '#98D6D1',
  backdrop: 'rgba(4, 8, 8, 0.64)',
  shadow: '0 16px 40px -12px rgba(0, 0, 0, 0.6), 0 2px 6px -2px rgba(0, 0, 0, 0.4)',
  brandPanel: '#0C2F32',
  onBrandPanel: '#F0EDE5',
  brandPanelMuted: '#A9C8C4',
  brandPanelLine: '#265155',
  brandPanelDot: '#E6A177',
  logoDot: '#A4491F',
  logoDotOnPanel: '#A4491F',
  tone: {
    neutral: { main: '#A8B4B1', soft: '#2A3635', onSoft: '#CBD3D0' },
    primary: { main: '#7CC7C1', soft: '#1B3B3C', onSoft: '#A9DDD8' },
    accent: { main: '#E6A177', soft: '#41291B', onSoft: '#F2C3A4' },
    success: { main: '#8CCB9B', soft: '#1D3826', onSoft: '#B1DDBB' },
    warning: { main: '#E3BC66', soft: '#3C2F12', onSoft: '#EED297' },
    error: { main: '#F0988F', soft: '#46221F', onSoft: '#F6BFB9' },
    info: { main: '#93BFE4', soft: '#1E3448', onSoft: '#BBD7EE' },
  },
  chart: ['#7CC7C1', '#E6A177', '#A9C98B', '#93BFE4', '#E3BC66', '#CFA3CC'],
};

/** Spacing in multiples of 8 px, as used by `theme.spacing` and every `gap` prop. */
export const SPACING_UNIT = 8;

/** Corner radii in px: controls, cards, and pills. */
export const radius = { small: 6, control: 8, card: 12, pill: 999 } as const;

/** Type scale: size and line height in rem, weight of the variable font, tracking in em. */
export const type = {
  display: { size: 2.25, line: 2.625, weight: 650, tracking: -0.022 },
  title: { size: 1.75, line: 2.25, weight: 650, tracking: -0.018 },
  heading: { size: 1.25, line: 1.75, weight: 620, tracking: -0.01 },
  subheading: { size: 1.0625, line: 1.5, weight: 620, tracking: -0.005 },
  body: { size: 1, line: 1.5, weight: 400, tracking: 0 },
  small: { size: 0.875, line: 1.3125, weight: 400, tracking: 0.002 },
  caption: { size: 0.8125, line: 1.1875, weight: 450, tracking: 0.004 },
  label: { size: 0.875, line: 1.25, weight: 560, tracking: 0 },
} as const;
export type TypeVariant = keyof typeof type;

export const fontFamily = "'Figtree Variable', Figtree, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";

/** Widths of the side navigation (S-10.11) and the breakpoint in px below which it is a drawer. */
export const sidebar = { wide: '16rem', icon: '3rem', drawer: '18rem', breakpoint: 768 } as const;

export interface Tokens {
  readonly scheme: 'light' | 'dark';
  readonly color: ColorTokens;
  readonly radius: typeof radius;
  readonly type: typeof type;
  readonly sidebar: typeof sidebar;
}

export const lightTokens: Tokens = { scheme: 'light', color: lightColors, radius, type, sidebar };
export const darkTokens: Tokens = { scheme: 'dark', color: darkColors, radius, type, sidebar };
