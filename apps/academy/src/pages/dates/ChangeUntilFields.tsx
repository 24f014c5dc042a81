import { DateField, FormRow, TimeField } from '@nemus/ui';

/** Until when participants choose and change: day and time of Berlin, `yyyy-MM-ddTHH:MM` or empty. */
export function ChangeUntilFields({
  value,
  error,
  onChange,
}: {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}) {
  const [day = '', time = ''] = value.split('T');
  const change = (newDay: string, newTime: string) =>
    onChange(newDay === '' && newTime === '' ? '' : `${newDay}T${newTime}`);
  return (
    <FormRow>
      <DateField
        label="Wählen und ändern bis"
        optional
        hint="Bis dahin wählen und ändern Teilnehmer*innen ihren Platz; ohne Angabe bis zum Beginn. In einer Serie verschiebt sich die Frist mit."
        value={day}
        error={error}
        // Choosing only a day means all of it.
        onChange={({ target }) => change(target.value, target.value === '' ? '' : time || '23:59')}
      />
      <TimeField label="Uhrzeit der Frist" optional value={time} onChange={({ target }) => change(day, target.value)} />
    </FormRow>
  );
}
