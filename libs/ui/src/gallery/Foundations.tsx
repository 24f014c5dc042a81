import { useTheme } from '@mui/material/styles';
import { Logo, LogoMark } from '../brand/Logo';
import { Icon } from '../icons/Icon';
import { ICONS } from '../icons/icons';
import { Box, Grid, Row, Stack, Surface, Text } from '../layout/primitives';
import { contrastRatio } from '../theme/contrast';
import { TONES, type as typeScale, type TypeVariant } from '../theme/tokens';
import { formatNumber } from '../formats/formats';
import { Group, Specimen } from './Specimen';

const VARIANTS = Object.keys(typeScale).filter((name): name is TypeVariant => name in typeScale);

/** Brand, colours, type and icons. */
export function Foundations() {
  const { color } = useTheme().tokens;
  const grounds = [
    ['canvas', color.canvas],
    ['surface', color.surface],
    ['sunken', color.sunken],
    ['sidebar', color.sidebar],
  ] as const;
  return (
    <>
      <Group id="marke" title="Marke">
        <Specimen name="Logo, LogoMark" framed>
          <Row gap={4}>
            <Logo size={40} />
            <Logo size={28} />
            <LogoMark size={24} />
            <Box sx={(theme) => ({ backgroundColor: theme.tokens.color.brandPanel, padding: 2, borderRadius: 1 })}>
              <Logo size={32} tone="onPanel" />
            </Box>
          </Row>
        </Specimen>
      </Group>
      <Group id="farben" title="Farben" description="Jede Zahl ist der Kontrast der Schrift zu ihrem Grund.">
        <Grid min="10rem">
          {grounds.map(([name, ground]) => (
            <Swatch key={name} name={name} ground={ground} ink={color.text} border={color.border} />
          ))}
          {TONES.map((tone) => (
            <Swatch
              key={tone}
              name={`${tone}.main`}
              ground={color.tone[tone].main}
              ink={color.onMain}
              border="transparent"
            />
          ))}
          {TONES.map((tone) => (
            <Swatch
              key={tone}
              name={`${tone}.soft`}
              ground={color.tone[tone].soft}
              ink={color.tone[tone].onSoft}
              border="transparent"
            />
          ))}
        </Grid>
      </Group>
      <Group id="schrift" title="Schrift">
        <Surface>
          <Stack gap={2}>
            {VARIANTS.map((variant) => (
              <Row key={variant} gap={2} align="baseline">
                <Text variant="caption" tone="muted" sx={{ width: '6rem' }}>
                  {variant}
                </Text>
                <Text variant={variant} sx={{ flex: '1 1 16rem' }}>
                  Beziehungsgestaltung üben, 1.234,50 € und 20 UE
                </Text>
              </Row>
            ))}
          </Stack>
        </Surface>
      </Group>
      <Group id="symbole" title="Symbole">
        <Surface>
          <Grid min="7.5rem" gap={1.5}>
            {Object.keys(ICONS).map((name) => (
              <Row key={name} wrap={false} gap={1}>
                <Icon name={name} />
                <Text as="span" variant="caption" tone="muted" truncate>
                  {name}
                </Text>
              </Row>
            ))}
          </Grid>
        </Surface>
      </Group>
    </>
  );
}

function Swatch({ name, ground, ink, border }: { name: string; ground: string; ink: string; border: string }) {
  return (
    <Box
      style={{ backgroundColor: ground, color: ink, borderColor: border }}
      sx={{ border: '1px solid', borderRadius: '8px', padding: 1.25, minHeight: 76 }}
    >
      <Text variant="label" tone="inherit">
        {name}
      </Text>
      <Text variant="caption" tone="inherit" numeric>
        {ground} · {formatNumber(contrastRatio(ground, ink), 1)}
      </Text>
    </Box>
  );
}
