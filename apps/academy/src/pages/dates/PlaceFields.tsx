import { DATE_FORMATS, DATE_TYPES } from '@nemus/data';
import { FormRow, Select, NumberField, TextField } from '@nemus/ui';
import type { DateErrors, DateValues } from './date-form';

const options = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

/** Kind, format and capacity of a date. */
export function PlaceFields({
  values,
  errors,
  onChange,
}: {
  values: DateValues;
  errors: DateErrors;
  onChange: (changed: Partial<DateValues>) => void;
}) {
  return (
    <>
      <FormRow>
        <Select
          label="Art"
          options={options(DATE_TYPES)}
          value={values.type}
          error={errors.type}
          onChange={({ target }) => onChange({ type: target.value })}
        />
        <Select
          label="Format"
          options={options(DATE_FORMATS)}
          value={values.format}
          error={errors.format}
          onChange={({ target }) => onChange({ format: target.value })}
        />
        <NumberField
          label="Plätze"
          value={values.capacity}
          error={errors.capacity}
          onChange={({ target }) => onChange({ capacity: target.value })}
        />
        {!values.inParts && (
          <NumberField
            label="UE"
            optional
            hint="Ohne Angabe: Theorie und Praxis des Kurses"
            value={values.units}
            error={errors.units}
            onChange={({ target }) => onChange({ units: target.value })}
          />
        )}
      </FormRow>
      {values.format !== 'Online' && (
        <TextField
          label="Ort"
          hint="Raum und Anschrift. Derselbe Ort kann nicht zweimal zur selben Zeit vergeben werden."
          maxLength={300}
          value={values.location}
          error={errors.location}
          onChange={({ target }) => onChange({ location: target.value })}
        />
      )}
      {values.format !== 'Präsenz' && (
        <TextField
          label="Link zum Termin"
          type="url"
          hint="Nur wer einen Platz hat, sieht ihn."
          placeholder="https://"
          maxLength={500}
          value={values.meetingUrl}
          error={errors.meeting_url}
          onChange={({ target }) => onChange({ meetingUrl: target.value })}
        />
      )}
    </>
  );
}
