import { contrastRatio } from './contrast';
import { darkColors, lightColors, TONES, type ColorTokens } from './tokens';

/** WCAG 2.2: 1.4.3 for text, 1.4.11 for the outlines and signs of controls. */
const TEXT = 4.5;
const CONTROL = 3;

/** Every colour pair in components, with the ratio that it needs. */
function pairs(color: ColorTokens): [name: string, ink: string, ground: string, least: number][] {
  const grounds = [
    ['canvas', color.canvas],
    ['surface', color.surface],
    ['sunken', color.sunken],
    ['sidebar', color.sidebar],
    ['hovered', color.hovered],
  ] as const;
  return [
    ...grounds.flatMap(([name, ground]): [string, string, string, number][] => [
      [`text on ${name}`, color.text, ground, TEXT],
      [`textMuted on ${name}`, color.textMuted, ground, TEXT],
      [`primaryHover on ${name}`, color.primaryHover, ground, TEXT],
      [`borderStrong on ${name}`, color.borderStrong, ground, CONTROL],
      [`focus on ${name}`, color.focus, ground, CONTROL],
      ...TONES.map((tone): [string, string, string, number] => [
        `${tone}.main on ${name}`,
        color.tone[tone].main,
        ground,
        TEXT,
      ]),
    ]),
    ...TONES.flatMap((tone): [string, string, string, number][] => [
      [`${tone}.onSoft on ${tone}.soft`, color.tone[tone].onSoft, color.tone[tone].soft, TEXT],
      [`${tone}.main on ${tone}.soft`, color.tone[tone].main, color.tone[tone].soft, CONTROL],
      [`onMain on ${tone}.main`, color.onMain, color.tone[tone].main, TEXT],
      [`${tone}.main on track`, color.tone[tone].main, color.track, CONTROL],
      [`textMuted on ${tone}.soft`, color.textMuted, color.tone[tone].soft, TEXT],
      [`text on ${tone}.soft`, color.text, color.tone[tone].soft, TEXT],
    ]),
    ['sidebar entry under the pointer', color.text, color.border, TEXT],
    ['sort button under the pointer', color.text, color.border, TEXT],
    ['onMain on primaryHover', color.onMain, color.primaryHover, TEXT],
    ['onMain on errorHover', color.onMain, color.errorHover, TEXT],
    ['onBrandPanel', color.onBrandPanel, color.brandPanel, TEXT],
    ['brandPanelMuted', color.brandPanelMuted, color.brandPanel, TEXT],
    ['tooltip', color.canvas, color.text, TEXT],
    ...color.chart.map((series, index): [string, string, string, number] => [
      `chart ${index} on surface`,
      series,
      color.surface,
      CONTROL,
    ]),
  ];
}

describe.each([
  ['light', lightColors],
  ['dark', darkColors],
])('%s scheme', (_scheme, color) => {
  test.each(pairs(color))('%s', (_name, ink, ground, least) => {
    expect(contrastRatio(ink, ground)).toBeGreaterThanOrEqual(least);
  });
});

describe('contrastRatio', () => {
  test('black on white is 21, a colour on itself is 1', () => {
    expect(contrastRatio('#000000', '#FFFFFF')).toBeCloseTo(21, 5);
    expect(contrastRatio('#0F5257', '#0f5257')).toBe(1);
  });
  test('refuses anything but an opaque hex colour', () => {
    expect(() => contrastRatio('rgba(0, 0, 0, 0.5)', '#FFFFFF')).toThrow('#RRGGBB');
  });
});
