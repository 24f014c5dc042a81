import { styled } from '@mui/material/styles';
import { formatPercent } from '../formats/formats';
import { ChartFigure, type ChartPoint } from './ChartFigure';
import { radarShape } from './radar-shape';
import { useWidth } from './useWidth';

const percent = (value: number) => formatPercent(value);
const loadRadar = async () => (await import('./Radar')).Radar;

/** As wide as the available space: the drawing has a width in px, which must not widen the page. */
const Room = styled('div')({ width: 0, minWidth: '100%' });

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
