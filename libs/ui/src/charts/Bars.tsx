import { styled, useTheme } from '@mui/material/styles';
import { BarChart as Drawing } from '@mui/x-charts/BarChart';
import type { ChartPoint } from './ChartFigure';

const Frame = styled('div')(({ theme }) => {
  const { color } = theme.tokens;
  return {
    '&& .MuiChartsAxis-tickLabel': { fill: color.textMuted },
    '&& .MuiChartsAxis-line': { stroke: color.borderStrong },
    '&& .MuiChartsGrid-line': { stroke: color.border },
  };
});

/** The renderer of a bar chart; loaded with the first one. */
export function Bars({
  points,
  format,
  formatAxis,
  height,
}: {
  points: readonly ChartPoint[];
  format: (value: number) => string;
  formatAxis: (value: number) => string;
  height: number;
}) {
  const { color } = useTheme().tokens;
  const most = Math.max(0, ...points.map(({ value }) => value));
  const longest = Math.max(formatAxis(most).length, formatAxis(0).length);
  return (
    <Frame>
      <Drawing
        height={height}
        margin={{ left: 0, right: 4, top: 12, bottom: 0 }}
        series={[{ data: points.map(({ value }) => value), valueFormatter: (value) => format(value ?? 0) }]}
        xAxis={[
          {
            scaleType: 'band',
            data: points.map(({ label }) => label),
            categoryGapRatio: 0.38,
            disableTicks: true,
            height: 28,
          },
        ]}
        yAxis={[
          {
            min: 0,
            // Empty data still has an axis, and no axis has fractions.
            ...(most < 4 && { max: 4 }),
            tickNumber: 3,
            tickMinStep: 1,
            valueFormatter: (value: number) => formatAxis(value),
            disableLine: true,
            disableTicks: true,
            // Room for the longest number of the axis, 7 px a character.
            width: longest * 7 + 16,
          },
        ]}
        colors={[color.chart[0]]}
        borderRadius={4}
        grid={{ horizontal: true }}
        axisHighlight={{ x: 'none', y: 'none' }}
        hideLegend
        skipAnimation
        disableKeyboardNavigation
      />
    </Frame>
  );
}
