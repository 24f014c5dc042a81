import { useTheme } from '@mui/material/styles';
import { formatPercent } from '../formats/formats';
import { ChartFigure, type ChartPoint } from './ChartFigure';
import { useWidth } from './useWidth';

const RINGS = [25, 50, 75, 100];
const LINE_HEIGHT = 16;

/** Measures of the drawing in px. */
export interface RadarShape {
  readonly center: { readonly x: number; readonly y: number };
  readonly radius: number;
  readonly height: number;
  readonly fontSize: number;
  /** Longest line of a label in characters; longer ones break at a space. */
  readonly line: number;
}

/** Fits the drawing into a width: the labels keep their size, the net takes what they leave. */
export function radarShape(width: number): RadarShape {
  const narrow = width < 400;
  const fontSize = narrow ? 12 : 13;
  const line = narrow ? 14 : 17;
  const labelWidth = line * fontSize * 0.54;
  const radius = Math.max(48, Math.min(128, width / 2 - labelWidth));
  return { center: { x: width / 2, y: radius + 58 }, radius, height: radius * 2 + 116, fontSize, line };
}

/** Place of a value (0 to 100) on an axis; the first axis points upwards, the others follow clockwise. */
export function radarPoint(shape: RadarShape, index: number, count: number, percent: number): { x: number; y: number } {
  const angle = (index / count) * 2 * Math.PI - Math.PI / 2;
  const distance = (Math.min(100, Math.max(0, percent)) / 100) * shape.radius;
  return { x: shape.center.x + Math.cos(angle) * distance, y: shape.center.y + Math.sin(angle) * distance };
}

/** The shape of several shares at once, such as the six competencies. Values are 0 to 100; three points at least. */
export function RadarChart({ title, points }: { title: string; points: readonly ChartPoint[] }) {
  const { color } = useTheme().tokens;
  const [frame, width] = useWidth<HTMLDivElement>(480);
  const shape = radarShape(width);
  const place = (index: number, percent: number) => radarPoint(shape, index, points.length, percent);
  const outline = (percentOf: (point: ChartPoint) => number) =>
    points
      .map((point, index) => place(index, percentOf(point)))
      .map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`)
      .join(' ');
  return (
    <ChartFigure title={title} points={points} format={(value) => formatPercent(value)}>
      <div ref={frame}>
        <svg width={width} height={shape.height} aria-hidden style={{ display: 'block', maxWidth: '100%' }}>
          {RINGS.map((ring) => (
            <polygon
              key={ring}
              points={outline(() => ring)}
              fill="none"
              stroke={ring === 100 ? color.borderStrong : color.border}
            />
          ))}
          {points.map(({ label }, index) => {
            const end = place(index, 100);
            return (
              <line key={label} x1={shape.center.x} y1={shape.center.y} x2={end.x} y2={end.y} stroke={color.border} />
            );
          })}
          <polygon
            points={outline(({ value }) => value)}
            fill={color.tone.primary.main}
            fillOpacity={0.16}
            stroke={color.tone.primary.main}
            strokeWidth={2}
            strokeLinejoin="round"
          />
          {points.map(({ label, value }, index) => {
            const { x, y } = place(index, value);
            return (
              <circle
                key={label}
                cx={x}
                cy={y}
                r={4}
                fill={color.tone.primary.main}
                stroke={color.surface}
                strokeWidth={1.5}
              />
            );
          })}
          {points.map((point, index) => (
            <Label
              key={point.label}
              point={point}
              at={place(index, 100)}
              shape={shape}
              color={color.text}
              muted={color.textMuted}
            />
          ))}
        </svg>
      </div>
    </ChartFigure>
  );
}

function Label({
  point,
  at,
  shape,
  color,
  muted,
}: {
  point: ChartPoint;
  at: { x: number; y: number };
  shape: RadarShape;
  color: string;
  muted: string;
}) {
  const lines = [...breakLabel(point.label, shape.line), formatPercent(point.value)];
  const side = at.x - shape.center.x;
  const middle = Math.abs(side) < 1;
  const x = at.x + (middle ? 0 : Math.sign(side) * 10);
  const tall = (lines.length - 1) * LINE_HEIGHT;
  const first = !middle
    ? at.y + shape.fontSize / 3 - tall / 2
    : at.y < shape.center.y
      ? at.y - 10 - tall
      : at.y + 12 + shape.fontSize;
  return (
    <text x={x} y={first} textAnchor={middle ? 'middle' : side > 0 ? 'start' : 'end'} fontSize={shape.fontSize}>
      {lines.map((line, index) => {
        const isValue = index === lines.length - 1;
        return (
          <tspan
            key={line}
            x={x}
            dy={index === 0 ? 0 : LINE_HEIGHT}
            fill={isValue ? muted : color}
            // A style: the attribute takes hundreds alone.
            style={{ fontWeight: isValue ? 450 : 560 }}
          >
            {line}
          </tspan>
        );
      })}
    </text>
  );
}

/** Breaks a label at its spaces into lines of at most so many characters; a longer word keeps a line of its own. */
export function breakLabel(label: string, longest: number): string[] {
  const lines: string[] = [];
  for (const word of label.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && `${last} ${word}`.length <= longest) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
