import MuiSwitch, { switchClasses } from '@mui/material/Switch';
import { styled } from '@mui/material/styles';
import { Box, Stack } from '../layout/primitives';
import { focusRing } from '../theme/theme';
import type { ChoiceProps } from './choices';
import { FieldMessages, useFieldIds } from './Field';

/**
 * Styled by the state of the input, not by the component's class: a form that registers the input sets it without an
 * event. Its next sibling is the thumb, which is therefore drawn as the whole switch.
 */
const Slide = styled(MuiSwitch)(({ theme }) => {
  const { color } = theme.tokens;
  const at = (state: string) => `& .${switchClasses.input}${state} + .${switchClasses.thumb}`;
  return {
    width: 42,
    height: 24,
    padding: 0,
    overflow: 'visible',
    [`& .${switchClasses.switchBase}`]: {
      padding: 0,
      borderRadius: 999,
      '&, &:hover': { backgroundColor: 'transparent' },
      '&.Mui-checked, &.Mui-checked:hover': { transform: 'none', backgroundColor: 'transparent' },
    },
    [`&& .${switchClasses.input}`]: { left: 0, width: '100%' },
    [`& .${switchClasses.track}`]: { display: 'none' },
    [`& .${switchClasses.thumb}`]: {
      position: 'relative',
      width: 42,
      height: 24,
      borderRadius: 999,
      border: `1.5px solid ${color.borderStrong}`,
      backgroundColor: color.sunken,
      boxShadow: 'none',
      transition: 'background-color 120ms, border-color 120ms',
      '&::after': {
        content: '""',
        position: 'absolute',
        left: 2.5,
        top: 2.5,
        width: 16,
        height: 16,
        borderRadius: '50%',
        backgroundColor: color.borderStrong,
        transition: 'transform 140ms, background-color 140ms',
      },
    },
    [at(':hover')]: { borderColor: color.text },
    [at(':focus-visible')]: focusRing(theme),
    [at('[aria-invalid="true"]')]: { borderColor: color.tone.error.main },
    [at(':checked')]: {
      backgroundColor: color.tone.primary.main,
      borderColor: color.tone.primary.main,
      '&::after': { transform: 'translateX(18px)', backgroundColor: color.onMain },
    },
    [at(':disabled')]: { borderColor: color.border, backgroundColor: color.sunken },
    // Forced colours remove fills: the border stays, and the thumb gets a system colour.
    '@media (forced-colors: active)': {
      [`& .${switchClasses.thumb}::after`]: { forcedColorAdjust: 'none', backgroundColor: 'ButtonText' },
      [at(':checked')]: { '&::after': { backgroundColor: 'Highlight' } },
      [at(':disabled')]: { '&::after': { backgroundColor: 'GrayText' } },
    },
  };
});

const Setting = styled('div')({ display: 'flex', alignItems: 'flex-start', justifyContent: 'space-between', gap: 24 });
const SettingLabel = styled('label')({ flex: 1, minWidth: 0, paddingBlock: 8 });

/** `Switch` of the package, which loads this. */
export function Switch({ label, hint, error, id, ref, ...rest }: ChoiceProps) {
  const ids = useFieldIds(id, hint, error);
  return (
    <Setting>
      <Stack gap={0} sx={{ flex: 1 }}>
        <SettingLabel htmlFor={ids.controlId}>{label}</SettingLabel>
        <Box sx={{ marginBlockStart: -1, paddingBlockEnd: 1 }}>
          <FieldMessages ids={ids} hint={hint} error={error} />
        </Box>
      </Stack>
      <Box component="span" sx={{ display: 'inline-flex', paddingBlock: 1 }}>
        <Slide disabled={rest.disabled} slotProps={{ input: { ...rest, ...ids.control, ref } }} />
      </Box>
    </Setting>
  );
}
