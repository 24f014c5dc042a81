import { Box } from '../layout/primitives';

/** Nested arcs that open upwards, repeating the logo's mark: the picture of the brand panel. */
export function RisingForms() {
  const arcs = [60, 118, 176, 234, 292, 350, 408];
  return (
    <Box
      component="svg"
      viewBox="0 0 560 640"
      preserveAspectRatio="xMaxYMax slice"
      aria-hidden
      sx={(theme) => ({
        position: 'absolute',
        inset: 0,
        width: '100%',
        height: '100%',
        '& path': { stroke: theme.tokens.color.brandPanelLine, fill: 'none', strokeWidth: 1.25 },
        '& circle': { fill: theme.tokens.color.brandPanelDot },
        // The lines end where the panel's text begins.
        maskImage: 'linear-gradient(#000 58%, transparent 76%)',
        '@media (forced-colors: active)': { display: 'none' },
      })}
    >
      {arcs.map((radius) => (
        <path key={radius} d={`M${430 - radius} 700 V${360} a${radius} ${radius} 0 0 1 ${radius * 2} 0 V700`} />
      ))}
      <circle cx="430" cy="360" r="9" />
    </Box>
  );
}
