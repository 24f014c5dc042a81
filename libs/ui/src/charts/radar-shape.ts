/** Sizes of the drawing in px. */
export interface RadarShape {
  readonly width: number;
  readonly height: number;
  /** Margin around the chart for the labels. */
  readonly side: number;
  readonly above: number;
  readonly fontSize: number;
  /** Longest line of a label in characters; longer ones break at a space. */
  readonly line: number;
}

/** Fits the drawing into a width: the labels keep their size, the chart gets the rest. */
export function radarShape(width: number): RadarShape {
  const narrow = width < 400;
  const fontSize = narrow ? 12 : 13;
  const line = narrow ? 14 : 17;
  const radius = Math.max(48, Math.min(128, width / 2 - line * fontSize * 0.54));
  const above = 58;
  return { width, height: 2 * (radius + above), side: width / 2 - radius, above, fontSize, line };
}
