import type { ReactNode } from 'react';
import { FormRow, Select } from '@nemus/ui';

/** Longest head that a label shows whole. */
const SHORT = 40;

/** One field per column of a table: what it contains, to be changed. `children` are further fields of the same row. */
export function ColumnSelects<Field extends string>({
  columns,
  labels,
  onChoose,
  children,
}: {
  columns: readonly { readonly label: string; readonly field: Field | null }[];
  /** All that a column can contain. */
  labels: Readonly<Record<Field, string>>;
  onChoose: (place: number, field: Field) => void;
  children?: ReactNode;
}) {
  const isField = (value: string): value is Field => Object.hasOwn(labels, value);
  const options = Object.entries<string>(labels).map(([value, label]) => ({ value, label }));
  return (
    <FormRow>
      {columns.map(({ label, field }, place) => (
        <Select
          // Columns have no name of their own.
          key={`${place} ${label}`}
          label={`Spalte ${place + 1}: ${label.length > SHORT ? `${label.slice(0, SHORT)}…` : label}`}
          placeholder={field === null ? 'Bitte wählen' : undefined}
          options={options}
          value={field ?? ''}
          onChange={({ target }) => {
            if (isField(target.value)) onChoose(place, target.value);
          }}
        />
      ))}
      {children}
    </FormRow>
  );
}
