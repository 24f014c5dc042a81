import {
  useId,
  type ChangeEventHandler,
  type ComponentPropsWithoutRef,
  type FocusEventHandler,
  type ReactNode,
  type Ref,
} from 'react';
import { styled, type Theme } from '@mui/material/styles';
import { Box, Stack, Text } from '../layout/primitives';
import { focusRing, typeStyles } from '../theme/theme';
import { FieldMessages, useFieldIds, type FieldProps } from './Field';
import type { Option } from './Select';

const box = (theme: Theme) =>
  ({
    appearance: 'none',
    position: 'relative',
    flex: 'none',
    width: 22,
    height: 22,
    margin: 0,
    border: `1.5px solid ${theme.tokens.color.borderStrong}`,
    backgroundColor: theme.tokens.color.surface,
    cursor: 'inherit',
    transition: 'background-color 120ms, border-color 120ms',
    '&:hover': { borderColor: theme.tokens.color.text },
    '&:focus-visible': focusRing(theme),
    '&:checked': { borderColor: theme.tokens.color.tone.primary.main },
    '&:disabled': { borderColor: theme.tokens.color.border, backgroundColor: theme.tokens.color.sunken },
    '&[aria-invalid="true"]': { borderColor: theme.tokens.color.tone.error.main },
    // Forced colours remove our fills: the browser's own control is better there.
    '@media (forced-colors: active)': { appearance: 'auto' },
  }) as const;

const Tick = styled('input')(({ theme }) => ({
  ...box(theme),
  borderRadius: 5,
  '&:checked, &:indeterminate': {
    backgroundColor: theme.tokens.color.tone.primary.main,
    borderColor: theme.tokens.color.tone.primary.main,
  },
  '&:checked::after': {
    content: '""',
    position: 'absolute',
    left: 6,
    top: 2,
    width: 7,
    height: 11,
    border: `solid ${theme.tokens.color.onMain}`,
    borderWidth: '0 2px 2px 0',
    transform: 'rotate(42deg)',
  },
  '&:indeterminate::after': {
    content: '""',
    position: 'absolute',
    left: 4,
    right: 4,
    top: 8.5,
    height: 2,
    backgroundColor: theme.tokens.color.onMain,
  },
}));

const Dot = styled('input')(({ theme }) => ({
  ...box(theme),
  borderRadius: '50%',
  '&:checked': { border: `6.5px solid ${theme.tokens.color.tone.primary.main}` },
}));

const Line = styled('label')(({ theme }) => ({
  ...typeStyles('body'),
  display: 'flex',
  alignItems: 'flex-start',
  gap: 10,
  minHeight: 40,
  paddingBlock: 8,
  cursor: 'pointer',
  color: theme.tokens.color.text,
  '& > input:disabled, & > input:disabled ~ *': { cursor: 'not-allowed', color: theme.tokens.color.textMuted },
}));

export interface ChoiceProps extends Omit<ComponentPropsWithoutRef<'input'>, 'type' | 'children' | 'color' | 'size'> {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

/** Yes or no in a form; or one of several things to pick. */
export function Checkbox({
  label,
  hint,
  error,
  id,
  indeterminate = false,
  ref,
  ...rest
}: ChoiceProps & { indeterminate?: boolean }) {
  const ids = useFieldIds(id, hint, error);
  const setRef = (element: HTMLInputElement | null) => {
    if (element !== null) element.indeterminate = indeterminate;
    if (typeof ref === 'function') return ref(element);
    if (ref !== null && ref !== undefined) ref.current = element;
    return undefined;
  };
  return (
    <Stack gap={0}>
      <Line>
        <Tick {...rest} {...ids.control} ref={setRef} type="checkbox" />
        <span>{label}</span>
      </Line>
      <Box sx={{ paddingInlineStart: 4 }}>
        <FieldMessages ids={ids} hint={hint} error={error} />
      </Box>
    </Stack>
  );
}

const Group = styled('fieldset')({ border: 0, margin: 0, padding: 0, minWidth: 0 });
const Choice = styled(Line)(({ theme }) => ({
  minHeight: 48,
  padding: '11px 14px',
  border: `1px solid ${theme.tokens.color.borderStrong}`,
  borderRadius: theme.tokens.radius.control,
  backgroundColor: theme.tokens.color.surface,
  '&:has(input:checked)': {
    borderColor: theme.tokens.color.tone.primary.main,
    backgroundColor: theme.tokens.color.tone.primary.soft,
    color: theme.tokens.color.tone.primary.onSoft,
  },
  // Firefox below 121: the dot alone shows what is chosen.
  '@supports not selector(:has(*))': { '& > input:checked ~ *': { color: theme.tokens.color.tone.primary.main } },
}));

export interface RadioOption<V extends string = string> extends Option<V> {
  readonly hint?: ReactNode;
}

export interface RadioGroupProps<V extends string> extends Omit<FieldProps, 'optional'> {
  options: readonly RadioOption<V>[];
  /** `framed` for a choice that determines the whole form; `plain` for the others. */
  look?: 'plain' | 'framed';
  name?: string;
  /** Controlled. With react-hook-form leave it out and spread `register(name)`. */
  value?: V;
  defaultValue?: V;
  onValueChange?: (value: V) => void;
  onChange?: ChangeEventHandler<HTMLInputElement>;
  onBlur?: FocusEventHandler<HTMLInputElement>;
  disabled?: boolean;
  /** Passed to every radio button of the group, as react-hook-form requires. */
  ref?: Ref<HTMLInputElement>;
}

/** One of a few choices, all visible. */
export function RadioGroup<V extends string>({
  label,
  hideLabel = false,
  hint,
  error,
  options,
  look = 'plain',
  name,
  value,
  defaultValue,
  onValueChange,
  onChange,
  onBlur,
  disabled,
  ref,
}: RadioGroupProps<V>) {
  const ownName = useId();
  const ids = useFieldIds(undefined, hint, error);
  const Frame = look === 'framed' ? Choice : Line;
  return (
    <Group
      role="radiogroup"
      aria-labelledby={`${ids.controlId}-label`}
      aria-describedby={ids.control['aria-describedby']}
      aria-invalid={ids.control['aria-invalid']}
    >
      <Text
        as="legend"
        id={`${ids.controlId}-label`}
        variant="label"
        sx={
          hideLabel
            ? { position: 'absolute', clipPath: 'inset(50%)', width: 1, height: 1, overflow: 'hidden' }
            : { padding: 0, marginBlockEnd: 0.75 }
        }
      >
        {label}
      </Text>
      <Stack gap={look === 'framed' ? 1 : 0}>
        {options.map((option) => (
          <Frame key={option.value}>
            <Dot
              type="radio"
              ref={ref}
              name={name ?? ownName}
              value={option.value}
              checked={value === undefined ? undefined : value === option.value}
              defaultChecked={value === undefined ? defaultValue === option.value || undefined : undefined}
              disabled={disabled === true || option.disabled === true}
              onBlur={onBlur}
              onChange={(event) => {
                onChange?.(event);
                onValueChange?.(option.value);
              }}
            />
            <span>
              {option.label}
              {option.hint === undefined ? null : (
                <Text as="span" variant="caption" tone="muted" sx={{ display: 'block' }}>
                  {option.hint}
                </Text>
              )}
            </span>
          </Frame>
        ))}
        <FieldMessages ids={ids} hint={hint} error={error} />
      </Stack>
    </Group>
  );
}
