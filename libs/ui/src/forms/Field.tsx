import { useId, type ReactNode } from 'react';
import { styled, type Theme } from '@mui/material/styles';
import { Icon } from '../icons/Icon';
import { Row, Stack, Text } from '../layout/primitives';
import { typeStyles } from '../theme/theme';

/** The parts around the control of every field. */
export interface FieldProps {
  label: string;
  /** The label is for screen readers only; for fields that are obvious from their context, such as a search. */
  hideLabel?: boolean;
  /** How to fill it in; stays visible while typing. */
  hint?: ReactNode;
  /** What is wrong and how to fix it. Marks the control as invalid. */
  error?: ReactNode;
  /** Marks optional fields: required is the default in our forms. */
  optional?: boolean;
}

/** Ids and attributes that connect a control with its label, hint and error. */
export function useFieldIds(id: string | undefined, hint: ReactNode, error: ReactNode) {
  const own = useId();
  const controlId = id ?? own;
  const has = (part: ReactNode) => part !== undefined && part !== null && part !== '' && part !== false;
  const hintId = has(hint) ? `${controlId}-hint` : undefined;
  const errorId = has(error) ? `${controlId}-error` : undefined;
  const describedBy = [hintId, errorId].filter((part) => part !== undefined).join(' ');
  return {
    controlId,
    hintId,
    errorId,
    control: {
      id: controlId,
      'aria-invalid': errorId === undefined ? undefined : true,
      'aria-describedby': describedBy === '' ? undefined : describedBy,
    },
  } as const;
}

const Label = styled('label')(({ theme }) => ({ ...typeStyles('label'), color: theme.tokens.color.text }));

const hidden = {
  position: 'absolute',
  width: 1,
  height: 1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
} as const;

/** Label above, control, hint and error below: the layout of every field. */
export function Field({
  ids,
  label,
  hideLabel = false,
  hint,
  error,
  optional = false,
  aside,
  children,
}: FieldProps & { ids: ReturnType<typeof useFieldIds>; aside?: ReactNode; children: ReactNode }) {
  return (
    <Stack gap={0.75} sx={{ position: 'relative' }}>
      <Row justify="between" wrap={false} gap={2} style={hideLabel ? hidden : undefined}>
        <Label htmlFor={ids.controlId}>
          {label}
          {optional ? (
            <Text as="span" variant="small" tone="muted">
              {' '}
              (optional)
            </Text>
          ) : null}
        </Label>
        {aside === undefined ? null : (
          <Text as="span" variant="small">
            {aside}
          </Text>
        )}
      </Row>
      {children}
      <FieldMessages ids={ids} hint={hint} error={error} />
    </Stack>
  );
}

/** Hint and error of a field or a group. */
export function FieldMessages({
  ids,
  hint,
  error,
}: {
  ids: ReturnType<typeof useFieldIds>;
  hint?: ReactNode;
  error?: ReactNode;
}) {
  return (
    <>
      {ids.hintId === undefined ? null : (
        <Text id={ids.hintId} variant="caption" tone="muted">
          {hint}
        </Text>
      )}
      {ids.errorId === undefined ? null : (
        <Row id={ids.errorId} gap={0.5} align="start" wrap={false} sx={{ color: 'error.main' }}>
          <Icon name="error" size={16} />
          <Text as="span" variant="caption" tone="error">
            {error}
          </Text>
        </Row>
      )}
    </>
  );
}

/** Style of all text inputs and selects. */
export const controlStyles = (theme: Theme) => {
  const { color, radius } = theme.tokens;
  return {
    ...typeStyles('body'),
    fontFamily: 'inherit',
    width: '100%',
    minWidth: 0,
    minHeight: 44,
    padding: '9px 12px',
    border: `1px solid ${color.borderStrong}`,
    borderRadius: radius.control,
    backgroundColor: color.surface,
    color: color.text,
    transition: 'border-color 120ms, box-shadow 120ms',
    '&::placeholder': { color: color.textMuted, opacity: 1 },
    '&:hover': { borderColor: color.text },
    // The ring is on the border: focus does not move the field.
    '&:focus, &:focus-visible': {
      outline: `2px solid ${color.focus}`,
      outlineOffset: -1,
      borderColor: color.focus,
    },
    '&[aria-invalid="true"]': { borderColor: color.tone.error.main },
    '&[aria-invalid="true"]:focus': { outlineColor: color.tone.error.main },
    '&:disabled': {
      backgroundColor: color.sunken,
      borderColor: color.border,
      color: color.textMuted,
      cursor: 'not-allowed',
    },
    '&[readonly]': { backgroundColor: color.sunken },
  } as const;
};
