import type { ComponentPropsWithoutRef, Ref } from 'react';
import { styled } from '@mui/material/styles';
import { Icon } from '../icons/Icon';
import { controlStyles, Field, useFieldIds, type FieldProps } from './Field';

const Control = styled('select')(({ theme }) => ({
  ...controlStyles(theme),
  appearance: 'none',
  paddingInlineEnd: 40,
  textOverflow: 'ellipsis',
  cursor: 'pointer',
  '& option': { backgroundColor: theme.tokens.color.surface, color: theme.tokens.color.text },
}));
const Frame = styled('div')({ position: 'relative', display: 'flex', alignItems: 'center' });
const Arrow = styled('span')(({ theme }) => ({
  position: 'absolute',
  insetInlineEnd: 12,
  pointerEvents: 'none',
  color: theme.tokens.color.textMuted,
}));

/** One option. `value` is the form's value. */
export interface Option<V extends string = string> {
  readonly value: V;
  readonly label: string;
  readonly disabled?: boolean;
}

export interface SelectProps extends FieldProps, Omit<ComponentPropsWithoutRef<'select'>, 'children' | 'size'> {
  options: readonly Option[];
  /** First option with an empty value: "Alle Kompetenzen" in a filter, "Bitte wählen" in a form. */
  placeholder?: string;
  ref?: Ref<HTMLSelectElement>;
}

/**
 * A choice from a list. The browser's own select, with its keyboard support, typing ahead (resets after one second) and
 * phone picker. For up to four choices that should all be visible, use a `RadioGroup`.
 */
export function Select({
  label,
  hideLabel,
  hint,
  error,
  optional,
  id,
  ref,
  options,
  placeholder,
  ...rest
}: SelectProps) {
  const ids = useFieldIds(id, hint, error);
  return (
    <Field ids={ids} label={label} hideLabel={hideLabel} hint={hint} error={error} optional={optional}>
      <Frame>
        <Control {...rest} {...ids.control} ref={ref}>
          {placeholder === undefined ? null : <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </Control>
        <Arrow>
          <Icon name="chevron-down" size={20} />
        </Arrow>
      </Frame>
    </Field>
  );
}
