import type { ReactNode } from 'react';
import { Logo } from '../brand/Logo';
import { RisingForms } from '../brand/RisingForms';
import { Box, Row, Stack, Surface, Text } from '../layout/primitives';

/**
 * Page of the sign-in forms: a brand panel on wide screens, the form's card next to it. `claim` is the sentence on the
 * panel.
 */
export function AuthCard({
  title,
  intro,
  claim = 'Ihre Weiterbildung im Blick.',
  points = [
    'Kurse und E-Learning an einem Ort',
    'Fortschritt in sechs Kompetenzen',
    'Buchungen für die ganze Weiterbildungsstätte',
  ],
  footer,
  children,
}: {
  /** The page's `h1`. */
  title: ReactNode;
  intro?: ReactNode;
  claim?: string;
  points?: readonly string[];
  /** Legal links below the card. */
  footer?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Box
      sx={{ display: 'grid', minHeight: '100dvh', gridTemplateColumns: { xs: '1fr', lg: 'minmax(24rem, 5fr) 7fr' } }}
    >
      <Box
        component="aside"
        aria-label="Nemus"
        sx={(theme) => ({
          display: 'none',
          [theme.breakpoints.up('lg')]: { display: 'flex' },
          position: 'relative',
          flexDirection: 'column',
          justifyContent: 'space-between',
          gap: 4,
          padding: 6,
          overflow: 'hidden',
          backgroundColor: theme.tokens.color.brandPanel,
          color: theme.tokens.color.onBrandPanel,
        })}
      >
        <RisingForms />
        <Box sx={{ position: 'relative' }}>
          <Logo size={36} tone="onPanel" />
        </Box>
        <Stack gap={3} sx={{ position: 'relative', maxWidth: '26rem' }}>
          <Text variant="display" tone="inherit" sx={{ textWrap: 'balance' }}>
            {claim}
          </Text>
          <Stack as="ul" gap={1} sx={{ listStyle: 'none', padding: 0 }}>
            {points.map((point) => (
              <Row as="li" key={point} gap={1.25} wrap={false}>
                <Box
                  component="span"
                  aria-hidden
                  sx={(theme) => ({
                    width: 6,
                    height: 6,
                    flex: 'none',
                    borderRadius: '50%',
                    backgroundColor: theme.tokens.color.brandPanelDot,
                  })}
                />
                <Text as="span" tone="inherit" sx={(theme) => ({ color: theme.tokens.color.brandPanelMuted })}>
                  {point}
                </Text>
              </Row>
            ))}
          </Stack>
        </Stack>
      </Box>
      <Stack justify="center" align="center" gap={3} sx={{ padding: { xs: 2, sm: 4 }, minWidth: 0 }}>
        <Box sx={{ display: { xs: 'block', lg: 'none' }, paddingBlockStart: { xs: 1, sm: 0 } }}>
          <Logo size={32} />
        </Box>
        <Surface padding="large" sx={{ width: '100%', maxWidth: '30rem' }}>
          <Stack gap={3}>
            <Stack gap={0.5}>
              <Text as="h1" variant="title" tabIndex={-1}>
                {title}
              </Text>
              {intro === undefined ? null : <Text tone="muted">{intro}</Text>}
            </Stack>
            {children}
          </Stack>
        </Surface>
        {footer}
      </Stack>
    </Box>
  );
}
