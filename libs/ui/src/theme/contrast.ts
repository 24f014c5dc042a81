/**
 * Contrast ratio of two opaque colours, 1 to 21 (WCAG 2.2, "contrast ratio" and "relative luminance").
 * @param first `#RRGGBB`
 * @param second `#RRGGBB`
 * @throws Error for a colour in another form
 */
export function contrastRatio(first: string, second: string): number {
  const a = relativeLuminance(first);
  const b = relativeLuminance(second);
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function relativeLuminance(color: string): number {
  if (!/^#[0-9a-f]{6}$/i.test(color)) throw new Error(`Not a colour of the form #RRGGBB: ${color}`);
  const channel = (start: number) => {
    const value = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}
