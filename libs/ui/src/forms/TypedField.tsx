import { useId, useImperativeHandle, useLayoutEffect, useRef, useState, type Ref } from 'react';
import { TextField, type TextFieldProps } from './TextField';

/** What forms know of the control: react-hook-form's `register` reads and writes its value here. */
export interface TypedHandle {
  readonly type: 'text';
  readonly name: string;
  value: string;
  focus: () => void;
  select: () => void;
}

/** An input's event, with the value instead of the text. */
export interface TypedEvent {
  readonly type?: 'blur';
  readonly target: { readonly name: string; readonly value: string };
}

/** Props of a field whose value is not the text that people type, such as a date. */
export interface TypedFieldProps extends Omit<
  TextFieldProps,
  'value' | 'defaultValue' | 'type' | 'onChange' | 'onBlur' | 'ref' | 'inputRef' | 'min' | 'max'
> {
  value?: string;
  defaultValue?: string;
  /** Gets the value, or the text as typed while it is unreadable: nothing is lost, and forms refuse it. */
  onChange?: (event: TypedEvent) => unknown;
  onBlur?: (event: TypedEvent) => unknown;
  ref?: Ref<TypedHandle>;
}

/**
 * A text field that reads what people type. The text is replaced by the value's own form when the field is left or
 * Enter is pressed, and an unreadable text is refused next to the field.
 */
export function TypedField({
  read,
  write,
  problemOf,
  value,
  defaultValue,
  onChange,
  onBlur,
  ref,
  name,
  error,
  ...rest
}: TypedFieldProps & {
  /** The value of a text; null if unreadable. */
  read: (text: string) => string | null;
  write: (value: string) => string;
  /** What is wrong with a value; null if nothing is. */
  problemOf: (value: string) => string | null;
}) {
  const ownName = useId();
  const fieldName = name ?? ownName;
  const input = useRef<HTMLInputElement>(null);
  /** The value to judge; null while it is being typed. */
  const [left, setLeft] = useState<string | null>(value ?? defaultValue ?? null);
  const valueOf = (text: string) => read(text) ?? text.trim();
  const show = (shown: string) => {
    if (input.current) input.current.value = write(shown);
    setLeft(shown);
  };
  // The handle and the effect are older than the reader of this render.
  const latest = useRef({ valueOf, show });
  useLayoutEffect(() => {
    latest.current = { valueOf, show };
  });
  useLayoutEffect(() => {
    if (value !== undefined && value !== latest.current.valueOf(input.current?.value ?? '')) latest.current.show(value);
  }, [value]);
  useImperativeHandle(
    ref,
    (): TypedHandle => ({
      type: 'text',
      name: fieldName,
      get value() {
        return latest.current.valueOf(input.current?.value ?? '');
      },
      set value(next) {
        latest.current.show(next);
      },
      focus: () => input.current?.focus(),
      select: () => input.current?.select(),
    }),
    [fieldName],
  );
  const problem = left === null || left === '' ? null : problemOf(left);
  return (
    <TextField
      autoComplete="off"
      {...rest}
      name={name}
      inputRef={input}
      defaultValue={write(value ?? defaultValue ?? '')}
      error={error ?? problem}
      onChange={({ target }) => {
        setLeft(null);
        onChange?.({ target: { name: fieldName, value: valueOf(target.value) } });
      }}
      onBlur={({ target }) => {
        show(valueOf(target.value));
        onBlur?.({ type: 'blur', target: { name: fieldName, value: valueOf(target.value) } });
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') show(valueOf(event.currentTarget.value));
        rest.onKeyDown?.(event);
      }}
    />
  );
}
