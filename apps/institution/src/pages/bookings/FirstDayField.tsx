import { DateField, isDay } from '@nemus/ui';

/** The first day of a booked course; shows an error outside the bookable range. */
export function FirstDayField({
  first,
  last,
  value,
  fits,
  onChange,
}: {
  /** First and last day that can be chosen, as `YYYY-MM-DD`. */
  first: string;
  last: string;
  value: string;
  /** Whether the value lies between them. */
  fits: boolean;
  onChange: (day: string) => void;
}) {
  return (
    <DateField
      label="Erster Kurstag"
      min={first}
      max={last}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      error={
        fits || !isDay(value) ? undefined : 'Bitte wählen Sie einen Tag ab heute und höchstens zwei Jahre im Voraus.'
      }
    />
  );
}
