import { useTheme } from '@mui/material/styles';
import { formatNumber } from '../formats/formats';
import { ChartFigure, type ChartPoint } from './ChartFigure';
import { useWidth } from './useWidth';

const HEIGHT = 240;
const PLOT = { right: 4, top: 12, bottom: 28 };
/** Least px between two labels of the axis. */
const LABEL_SPACE = 34;

/**
 * The step between the lines of an axis: 1, 2 or 5 times a power of ten, so that about four lines fit; never below 1.
 * @param max largest value, at least 0
 */
export function axisStep(max: number): number {
  const rough = Math.max(max, 4) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const unit = rough / power;
  return (unit <= 1 ? 1 : unit <= 2 ? 2 : unit <= 5 ? 5 : 10) * power;
}

/** Amounts beside each other, such as twelve months. Values from 0 on. */
export function BarChart({
  title,
  points,
  format = (value) => formatNumber(value),
  formatAxis = (value) => formatNumber(value),
}: {
  title: string;
  points: readonly ChartPoint[];
  /** How a value is written in the text alternative and in the tooltip. */
  format?: (value: number) => string;
  /** Shorter, for the axis. */
  formatAxis?: (value: number) => string;
}) {
  const { color } = useTheme().tokens;
  const [frame, width] = useWidth<HTMLDivElement>(640);
  const max = Math.max(0, ...points.map((point) => point.value));
  const step = axisStep(max);
  const top = Math.max(step, Math.ceil(max / step) * step);
  const lines = Array.from({ length: Math.round(top / step) + 1 }, (_, index) => index * step);
  // Room for the longest number of the axis, 7 px a character.
  const left = Math.max(...lines.map((line) => formatAxis(line).length)) * 7 + 12;
  const slot = (width - left - PLOT.right) / Math.max(1, points.length);
  const bar = Math.min(44, slot * 0.62);
  const everyLabel = Math.max(1, Math.ceil(LABEL_SPACE / slot));
  const y = (value: number) => PLOT.top + (HEIGHT - PLOT.top - PLOT.bottom) * (1 - value / top);
  return (
    <ChartFigure title={title} points={points} format={format}>
      <div ref={frame}>
        <svg width={width} height={HEIGHT} aria-hidden style={{ display: 'block', maxWidth: '100%' }}>
          {lines.map((line) => (
            <g key={line}>
              <line
                x1={left}
                x2={width - PLOT.right}
                y1={y(line)}
                y2={y(line)}
                stroke={line === 0 ? color.borderStrong : color.border}
              />
              <text x={left - 8} y={y(line) + 4} textAnchor="end" fontSize={12} fill={color.textMuted}>
                {formatAxis(line)}
              </text>
            </g>
          ))}
          {points.map(({ label, value }, index) => {
            const x = left + slot * index + (slot - bar) / 2;
            return (
              <g key={label}>
                <path d={roundedBar(x, y(0), bar, Math.max(0, y(0) - y(value)))} fill={color.chart[0]}>
                  <title>{`${label}: ${format(value)}`}</title>
                </path>
                {index % everyLabel === 0 ? (
                  <text x={x + bar / 2} y={HEIGHT - 8} textAnchor="middle" fontSize={12} fill={color.textMuted}>
                    {label}
                  </text>
                ) : null}
              </g>
            );
          })}
        </svg>
      </div>
    </ChartFigure>
  );
}

/** A bar that stands on `base` and is rounded at its head. */
function roundedBar(x: number, base: number, width: number, height: number): string {
  const r = Math.min(4, height, width / 2);
  return `M${x} ${base}v${-(height - r)}q0 ${-r} ${r} ${-r}h${width - 2 * r}q${r} 0 ${r} ${r}v${height - r}z`;
}
