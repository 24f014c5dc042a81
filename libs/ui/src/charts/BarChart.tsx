import { formatNumber } from '../formats/formats';
import { ChartFigure, type ChartPoint } from './ChartFigure';

const HEIGHT = 240;
const loadBars = async () => (await import('./Bars')).Bars;

/** Amounts side by side, such as twelve months. Values from 0. */
export function BarChart({
  title,
  points,
  format = (value) => formatNumber(value),
  formatAxis = (value) => formatNumber(value),
}: {
  title: string;
  points: readonly ChartPoint[];
  /** Formats a value for the text alternative and the tooltip. */
  format?: (value: number) => string;
  /** Shorter, for the axis. */
  formatAxis?: (value: number) => string;
}) {
  return (
    <ChartFigure
      title={title}
      points={points}
      format={format}
      height={HEIGHT}
      load={loadBars}
      drawing={{ points, format, formatAxis, height: HEIGHT }}
    />
  );
}
