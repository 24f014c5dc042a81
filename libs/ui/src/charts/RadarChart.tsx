import { styled } from '@mui/material/styles';
import { formatPercent } from '../formats/formats';
import { ChartFigure, type ChartPoint } from './ChartFigure';
import { useWidth } from './useWidth';

const percent = (value: number) => formatPercent(value);
const loadRadar = async () => (await import('./Radar')).Radar;

/** As wide as there is room: the drawing, which has a width in px, never holds the page wider than the screen. */
const Room = styled('div')({ width: 0, minWidth: '100%' });

/** Measures of the drawing in px. */
export interface RadarShape {
  readonly width: number;
  readonly height: number;
  /** Free beside the net, and above and below it, for the labels. */
  readonly side: number;
  readonly above: number;
  readonly fontSize: number;
  /** Longest line of a label in characters; longer ones break at a space. */
  readonly line: number;
}

/** Fits the drawing into a width: the labels keep their size, the net takes what they leave. */
export function radarShape(width: number): RadarShape {
  const narrow = width < 400;
  const fontSize = narrow ? 12 : 13;
  const line = narrow ? 14 : 17;
  const radius = Math.max(48, Math.min(128, width / 2 - line * fontSize * 0.54));
  const above = 58;
  return { width, height: 2 * (radius + above), side: width / 2 - radius, above, fontSize, line };
}

/** The shape of several shares at once, such as the six competencies. Values are 0 to 100; three points at least. */
export function RadarChart({ title, points }: { title: string; points: readonly ChartPoint[] }) {
  const [frame, width] = useWidth<HTMLDivElement>(480);
  const shape = radarShape(width);
  return (
    <Room ref={frame}>
      <ChartFigure
        title={title}
        points={points}
        format={percent}
        height={shape.height}
        load={loadRadar}
        drawing={{ points, format: percent, shape }}
      />
    </Room>
  );
}
