import { useState } from 'react';
import { NumberField, numberOf } from '@nemus/ui';

const MOST = 9_999;

/** A whole number of a draft; null while the text is none, which stays in the field. */
export function CountField({
  label,
  value,
  error,
  onChange,
}: {
  label: string;
  value: number | null;
  error: string | undefined;
  onChange: (value: number | null) => void;
}) {
  const [typed, setTyped] = useState('');
  const isShown = numberOf(typed, { max: MOST }) === value;
  return (
    <NumberField
      label={label}
      most={MOST}
      value={isShown ? typed : String(value ?? '')}
      error={error}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(numberOf(target.value, { max: MOST }));
      }}
    />
  );
}
