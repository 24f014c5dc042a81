import MuiStep from '@mui/material/Step';
import { stepConnectorClasses } from '@mui/material/StepConnector';
import StepLabel, { stepLabelClasses } from '@mui/material/StepLabel';
import MuiStepper from '@mui/material/Stepper';
import { styled } from '@mui/material/styles';
import { Icon } from '../icons/Icon';
import { Box, Row, Text } from '../layout/primitives';
import { VisuallyHidden } from '../layout/visibility';
import { typeStyles } from '../theme/theme';

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

const Steps = styled(MuiStepper)(({ theme }) => ({
  [theme.breakpoints.down('md')]: { display: 'none' },
  [`& .${stepConnectorClasses.root}`]: { top: 13, left: 'calc(-50% + 20px)', right: 'calc(50% + 20px)' },
  [`& .${stepConnectorClasses.line}`]: {
    height: 2,
    border: 0,
    borderRadius: 1,
    backgroundColor: theme.tokens.color.border,
    '@media (forced-colors: active)': { backgroundColor: 'CanvasText' },
  },
  [`& .${stepConnectorClasses.active} .${stepConnectorClasses.line}, & .${stepConnectorClasses.completed} .${stepConnectorClasses.line}`]:
    { backgroundColor: theme.tokens.color.tone.primary.main },
  [`& .${stepLabelClasses.label}.${stepLabelClasses.alternativeLabel}`]: {
    ...typeStyles('caption'),
    marginTop: 6,
  },
}));

/** `JourneyProgress` of the package, which loads this. */
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
      <Steps aria-label={label} activeStep={done} alternativeLabel>
        {steps.map((step, index) => {
          const state: StepState = index < done ? 'done' : index === done ? 'current' : 'ahead';
          return (
            <MuiStep key={step.id} aria-current={state === 'current' ? 'step' : undefined}>
              <StepLabel
                icon={
                  <Bead data-state={state} aria-hidden>
                    {state === 'done' ? <Icon name="check" size={16} /> : index + 1}
                  </Bead>
                }
              >
                <Text
                  as="span"
                  variant="caption"
                  tone={state === 'current' ? 'default' : 'muted'}
                  strong={state === 'current'}
                >
                  {step.label}
                  <VisuallyHidden>, {SAID[state]}</VisuallyHidden>
                </Text>
              </StepLabel>
            </MuiStep>
          );
        })}
      </Steps>
    </Box>
  );
}
