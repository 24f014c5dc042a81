import { styled, useTheme } from '@mui/material/styles';
import { ChartsSurface } from '@mui/x-charts/ChartsSurface';
import {
  RadarDataProvider,
  RadarGrid,
  RadarMetricLabels,
  RadarSeriesArea,
  RadarSeriesMarks,
  radarClasses,
} from '@mui/x-charts/RadarChart';
import type { ChartPoint } from './ChartFigure';
import type { RadarShape } from './radar-shape';

const RINGS = 4;

const Frame = styled('div', { shouldForwardProp: (prop) => prop !== 'fontSize' })<{ fontSize: number }>(({
  theme,
  fontSize,
}) => {
  const { color } = theme.tokens;
  return {
    [`& .${radarClasses.gridDivider}, & .${radarClasses.gridRadial}`]: { stroke: color.border, strokeOpacity: 1 },
    [`& .${radarClasses.seriesArea}`]: { fillOpacity: 0.16, strokeWidth: 2, strokeLinejoin: 'round' },
    [`& .${radarClasses.seriesMark}`]: { r: 4, fill: color.tone.primary.main, stroke: color.surface, strokeWidth: 1.5 },
    // The library uses the theme's smallest font size.
    '& text': { fontSize: `${fontSize}px !important`, fontWeight: '500 !important' },
  };
});

/** The renderer of a radar chart; loaded with the first one. */
export function Radar({
  points,
  format,
  shape,
}: {
  points: readonly ChartPoint[];
  format: (value: number) => string;
  shape: RadarShape;
}) {
  const { color } = useTheme().tokens;
  const values = new Map(points.map(({ label, value }) => [label, value]));
  return (
    <Frame fontSize={shape.fontSize}>
      <RadarDataProvider
        width={shape.width}
        height={shape.height}
        margin={{ left: shape.side, right: shape.side, top: shape.above, bottom: shape.above }}
        series={[{ data: points.map(({ value }) => value), color: color.tone.primary.main, fillArea: true }]}
        radar={{
          max: 100,
          metrics: points.map(({ label }) => label),
          labelFormatter: (label) => [...breakLabel(label, shape.line), format(values.get(label) ?? 0)].join('\n'),
        }}
        highlight="none"
        skipAnimation
        disableKeyboardNavigation
      >
        <ChartsSurface>
          <RadarGrid divisions={RINGS} stripeColor={null} />
          <RadarSeriesArea />
          <RadarSeriesMarks />
          <RadarMetricLabels />
        </ChartsSurface>
      </RadarDataProvider>
    </Frame>
  );
}

/** Breaks a label at its spaces into lines of at most this many characters; a longer word gets its own line. */
export function breakLabel(label: string, longest: number): string[] {
  const lines: string[] = [];
  for (const word of label.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && `${last} ${word}`.length <= longest) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
