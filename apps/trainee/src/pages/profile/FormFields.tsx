import { DateField, FormRow, Select, TextField, type DayBounds, type TextFieldProps } from '@nemus/ui';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';

/** A field of a form: its column, and its input type. */
export interface FormField<T extends FieldValues> extends Pick<
  TextFieldProps,
  'type' | 'optional' | 'autoComplete' | 'inputMode' | 'readOnly'
> {
  readonly name: Path<T>;
  readonly label: string;
  /** One of these is chosen instead of typed. */
  readonly choices?: readonly string[];
  /** It is a date within these bounds. */
  readonly days?: () => DayBounds;
}

/** The fields of a form from top to bottom; those of one list are side by side. */
export type FieldLines<T extends FieldValues> = readonly (readonly FormField<T>[])[];

/** Renders a form's fields from their table. */
export function FormFields<T extends FieldValues>({
  lines,
  form,
}: {
  lines: FieldLines<T>;
  form: Pick<UseFormReturn<T>, 'register' | 'getFieldState' | 'formState'>;
}) {
  return lines.map((line) => {
    const inputs = line.map(({ name, choices, days, ...input }) => {
      const props = {
        ...input,
        error: form.getFieldState(name, form.formState).error?.message,
        ...form.register(name),
      };
      if (days) return <DateField key={name} {...props} {...days()} />;
      return choices ? (
        <Select
          key={name}
          {...props}
          placeholder="Bitte wählen"
          options={choices.map((value) => ({ value, label: value }))}
        />
      ) : (
        <TextField key={name} {...props} />
      );
    });
    return line.length > 1 ? <FormRow key={line[0]?.name}>{inputs}</FormRow> : inputs;
  });
}
