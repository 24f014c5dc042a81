import { Checkbox, DateField, FormRow, isDay, Select, Stack, TextField } from '@nemus/ui';
import type { DateErrors, DateValues } from './date-form';

const END_OPTIONS = [
  { value: 'count', label: 'nach einer Anzahl von Terminen' },
  { value: 'until', label: 'an einem Tag' },
] as const;
const WEEK_OPTIONS = Array.from({ length: 12 }, (_, index) => ({
  value: String(index + 1),
  label: index === 0 ? 'jede Woche' : `alle ${index + 1} Wochen`,
}));

/** Whether a date repeats, how often, and until when. */
export function SeriesFields({
  values,
  errors,
  onChange,
}: {
  values: DateValues;
  errors: DateErrors;
  onChange: (changed: Partial<DateValues>) => void;
}) {
  return (
    <Stack gap={1}>
      <Checkbox
        label="Als Serie wiederholen"
        hint="Immer zur selben Uhrzeit, auch über die Zeitumstellung; höchstens 52 Termine."
        checked={values.repeats}
        onChange={({ target }) => onChange({ repeats: target.checked })}
      />
      {values.repeats && (
        <FormRow>
          <Select
            label="Abstand"
            options={WEEK_OPTIONS}
            value={values.weeks}
            error={errors.weeks}
            onChange={({ target }) => onChange({ weeks: target.value })}
          />
          <Select
            label="Endet"
            options={END_OPTIONS}
            value={values.endBy}
            onChange={({ target }) => onChange({ endBy: target.value === 'until' ? 'until' : 'count' })}
          />
          {values.endBy === 'count' ? (
            <TextField
              label="Anzahl der Termine"
              inputMode="numeric"
              value={values.count}
              error={errors.count}
              onChange={({ target }) => onChange({ count: target.value })}
            />
          ) : (
            <DateField
              label="Letzter Tag der Serie"
              min={isDay(values.day) ? values.day : undefined}
              value={values.until}
              error={errors.until}
              onChange={({ target }) => onChange({ until: target.value })}
            />
          )}
        </FormRow>
      )}
    </Stack>
  );
}
