import { DateField, FormRow, isDay, TimeField } from '@nemus/ui';
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
      <DateField
        label="Tag"
        value={values.day}
        error={errors.day}
        onChange={({ target }) => onChange({ day: target.value })}
      />
      <TimeField
        label="Beginn"
        hint="Ortszeit Berlin"
        value={values.starts}
        error={errors.starts}
        onChange={({ target }) => onChange({ starts: target.value })}
      />
      <TimeField
        label="Ende"
        value={values.ends}
        error={errors.ends}
        onChange={({ target }) => onChange({ ends: target.value })}
      />
      <DateField
        label="Letzter Tag"
        optional
        hint="Nur bei mehrtägigen Terminen"
        min={isDay(values.day) ? values.day : undefined}
        value={values.endsDay}
        error={errors.ends_day}
        onChange={({ target }) => onChange({ endsDay: target.value })}
      />
    </FormRow>
  );
}
