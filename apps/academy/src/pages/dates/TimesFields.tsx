import { FormRow, TextField } from '@nemus/ui';
import type { DateErrors, DateValues } from './date-form';

type Times = Pick<DateValues, 'day' | 'starts' | 'ends' | 'endsDay'>;

/** Day and hours of a date, in the time of Berlin. */
export function TimesFields({
  values,
  errors,
  onChange,
}: {
  values: Times;
  errors: DateErrors;
  onChange: (changed: Partial<Times>) => void;
}) {
  return (
    <FormRow>
      <TextField
        label="Tag"
        type="date"
        value={values.day}
        error={errors.day}
        onChange={({ target }) => onChange({ day: target.value })}
      />
      <TextField
        label="Beginn"
        type="time"
        hint="Ortszeit Berlin"
        value={values.starts}
        error={errors.starts}
        onChange={({ target }) => onChange({ starts: target.value })}
      />
      <TextField
        label="Ende"
        type="time"
        value={values.ends}
        error={errors.ends}
        onChange={({ target }) => onChange({ ends: target.value })}
      />
      <TextField
        label="Letzter Tag"
        type="date"
        optional
        hint="Nur bei mehrtägigen Terminen"
        min={values.day}
        value={values.endsDay}
        onChange={({ target }) => onChange({ endsDay: target.value })}
      />
    </FormRow>
  );
}
