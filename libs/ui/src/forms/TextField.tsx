import { useState, type ComponentPropsWithoutRef, type ReactNode, type Ref } from 'react';
import { styled } from '@mui/material/styles';
import { IconButton } from '../actions/Button';
import { Icon } from '../icons/Icon';
import type { IconName } from '../icons/icons';
import { controlStyles, Field, useFieldIds, type FieldProps } from './Field';
import { PASSWORD_ATTRIBUTES } from './password-attributes';

const Control = styled('input', { shouldForwardProp: (prop) => prop !== 'before' && prop !== 'after' })<{
  before: boolean;
  after: boolean;
}>(({ theme, before, after }) => ({
  ...controlStyles(theme),
  ...(before && { paddingInlineStart: 40 }),
  ...(after && { paddingInlineEnd: 48 }),
  '&[type="search"]::-webkit-search-cancel-button': { display: 'none' },
}));
const Area = styled('textarea')(({ theme }) => ({ ...controlStyles(theme), minHeight: 104, resize: 'vertical' }));
const Frame = styled('div')({ position: 'relative', display: 'flex', alignItems: 'center' });
const Before = styled('span')(({ theme }) => ({
  position: 'absolute',
  insetInlineStart: 12,
  display: 'grid',
  pointerEvents: 'none',
  color: theme.tokens.color.textMuted,
}));
const After = styled('span')(({ theme }) => ({
  position: 'absolute',
  insetInlineEnd: 4,
  display: 'grid',
  placeItems: 'center',
  minWidth: 36,
  color: theme.tokens.color.textMuted,
}));

export interface TextFieldProps
  extends FieldProps, Omit<ComponentPropsWithoutRef<'input'>, 'size' | 'children' | 'type'> {
  /** Dates and numbers have fields of their own: the browser's follow its language and guess. */
  type?: 'text' | 'email' | 'password' | 'search' | 'tel' | 'url';
  /** The input element: react-hook-form's `register` passes its ref here. */
  ref?: Ref<HTMLInputElement>;
  /** The same under MUI's name. */
  inputRef?: Ref<HTMLInputElement>;
  icon?: IconName;
  /** A button or a unit at the end of the field. */
  end?: ReactNode;
  /** A link to the right of the label, such as "Passwort vergessen?". */
  aside?: ReactNode;
}

/** One line of text. `<TextField label="E-Mail" type="email" {...register('email')} />`. */
export function TextField({
  label,
  hideLabel,
  hint,
  error,
  optional,
  id,
  ref,
  inputRef,
  icon,
  end,
  aside,
  type = 'text',
  ...rest
}: TextFieldProps) {
  const ids = useFieldIds(id, hint, error);
  return (
    <Field ids={ids} label={label} hideLabel={hideLabel} hint={hint} error={error} optional={optional} aside={aside}>
      <Frame>
        {icon === undefined ? null : (
          <Before>
            <Icon name={icon} size={20} />
          </Before>
        )}
        <Control
          {...rest}
          {...ids.control}
          ref={ref ?? inputRef}
          type={type}
          before={icon !== undefined}
          after={end !== undefined}
        />
        {end === undefined ? null : <After>{end}</After>}
      </Frame>
    </Field>
  );
}

/** A password that can be shown while typing. Set `autoComplete` to `current-password` or `new-password`. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'end'>) {
  const [shown, setShown] = useState(false);
  return (
    <TextField
      {...PASSWORD_ATTRIBUTES}
      {...props}
      type={shown ? 'text' : 'password'}
      end={
        <IconButton
          icon={shown ? 'eye-off' : 'eye'}
          label={shown ? 'Passwort verbergen' : 'Passwort anzeigen'}
          size="small"
          disabled={props.disabled}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}

export interface TextAreaProps extends FieldProps, Omit<ComponentPropsWithoutRef<'textarea'>, 'children'> {
  ref?: Ref<HTMLTextAreaElement>;
}

/** Several lines of text. */
export function TextArea({ label, hideLabel, hint, error, optional, id, ref, rows = 4, ...rest }: TextAreaProps) {
  const ids = useFieldIds(id, hint, error);
  return (
    <Field ids={ids} label={label} hideLabel={hideLabel} hint={hint} error={error} optional={optional}>
      <Area {...rest} {...ids.control} ref={ref} rows={rows} />
    </Field>
  );
}

export interface SearchFieldProps extends Omit<
  ComponentPropsWithoutRef<'input'>,
  'size' | 'value' | 'onChange' | 'type'
> {
  /** Accessible name; shown as the placeholder unless another is given. */
  label: string;
  value: string;
  onChange: (value: string) => void;
  ref?: Ref<HTMLInputElement>;
}

/** Instant search over a list. Escape and the cross clear it. */
export function SearchField({ label, value, onChange, placeholder = label, ...rest }: SearchFieldProps) {
  return (
    <TextField
      {...rest}
      label={label}
      hideLabel
      type="search"
      icon="search"
      placeholder={placeholder}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || value === '') return;
        // In a dialog the first Escape clears, the second closes.
        event.stopPropagation();
        onChange('');
      }}
      end={
        value === '' ? undefined : (
          <IconButton icon="close" label="Suche leeren" size="small" onClick={() => onChange('')} />
        )
      }
    />
  );
}
