import { styled } from '@mui/material/styles';
import { Icon } from '../icons/Icon';
import { Box, Row, Stack, Text } from '../layout/primitives';
import { VisuallyHidden } from '../layout/visibility';

export interface Step {
  readonly id: string;
  readonly label: string;
}

type StepState = 'done' | 'current' | 'ahead';
const SAID: Readonly<Record<StepState, string>> = {
  done: 'abgeschlossen',
  current: 'aktueller Schritt',
  ahead: 'noch offen',
};

const Bead = styled('span')<{ 'data-state': StepState }>(({ theme, 'data-state': state }) => {
  const { color } = theme.tokens;
  return {
    display: 'grid',
    placeItems: 'center',
    width: 28,
    height: 28,
    flex: 'none',
    borderRadius: '50%',
    fontSize: '0.8125rem',
    fontWeight: 620,
    border: `2px solid ${state === 'ahead' ? color.borderStrong : color.tone.primary.main}`,
    backgroundColor: state === 'done' ? color.tone.primary.main : color.surface,
    color: state === 'done' ? color.onMain : state === 'current' ? color.tone.primary.main : color.textMuted,
  };
});

/**
 * The way through something in steps. On phones only the current step is named, with its number.
 * @param current index of the current step; the number of steps when all are done
 */
export function JourneyProgress({ label, steps, current }: { label: string; steps: readonly Step[]; current: number }) {
  const done = Math.min(current, steps.length);
  const name = steps[current]?.label ?? 'Abgeschlossen';
  const position = `Schritt ${Math.min(current + 1, steps.length)} von ${steps.length}`;
  return (
    <Box>
      <Box sx={{ display: { xs: 'block', md: 'none' } }}>
        <Row justify="between" gap={1}>
          <Text as="span" variant="label">
            {current < steps.length ? name : label}
          </Text>
          <Text as="span" variant="small" tone="muted" numeric>
            {position}
          </Text>
        </Row>
      </Box>
      <Row
        as="ol"
        aria-label={label}
        wrap={false}
        align="start"
        gap={0}
        sx={{ display: { xs: 'none', md: 'flex' }, listStyle: 'none', padding: 0 }}
      >
        {steps.map((step, index) => {
          const state: StepState = index < done ? 'done' : index === done ? 'current' : 'ahead';
          return (
            <Stack
              as="li"
              key={step.id}
              align="center"
              gap={0.75}
              aria-current={state === 'current' ? 'step' : undefined}
              sx={(theme) => ({
                flex: 1,
                position: 'relative',
                textAlign: 'center',
                '&:not(:last-child)::after': {
                  content: '""',
                  position: 'absolute',
                  top: 13,
                  left: 'calc(50% + 20px)',
                  right: 'calc(-50% + 20px)',
                  height: 2,
                  borderRadius: 1,
                  backgroundColor: state === 'done' ? theme.tokens.color.tone.primary.main : theme.tokens.color.border,
                  '@media (forced-colors: active)': { backgroundColor: 'CanvasText' },
                },
              })}
            >
              <Bead data-state={state} aria-hidden>
                {state === 'done' ? <Icon name="check" size={16} /> : index + 1}
              </Bead>
              <Text
                as="span"
                variant="caption"
                tone={state === 'current' ? 'default' : 'muted'}
                strong={state === 'current'}
              >
                {step.label}
                <VisuallyHidden>, {SAID[state]}</VisuallyHidden>
              </Text>
            </Stack>
          );
        })}
      </Row>
    </Box>
  );
}
