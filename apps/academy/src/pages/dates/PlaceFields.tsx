import { useQuery } from '@tanstack/react-query';
import { useDataClient } from '@nemus/area';
import { DATE_FORMATS, DATE_TYPES, roomsQuery, type Room } from '@nemus/data';
import { FormRow, Select, NumberField, TextField } from '@nemus/ui';
import type { DateErrors, DateValues } from './date-form';

const options = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

/** Open rooms, and that of the date even if it is closed or the rooms are not loaded. */
function roomOptions(rooms: readonly Room[], { roomId, location }: DateValues) {
  const open = rooms.filter(({ id, is_active }) => is_active || id === roomId);
  const kept = roomId === '' || open.some(({ id }) => id === roomId) ? [] : [{ value: roomId, label: location }];
  return [
    ...open.map(({ id, place, capacity, is_active }) => ({
      value: id,
      label: is_active ? `${place} (Platz für ${capacity})` : `${place} (geschlossen)`,
    })),
    ...kept,
  ];
}

/** Kind, format, capacity and place of a date. */
export function PlaceFields({
  values,
  errors,
  onChange,
}: {
  values: DateValues;
  errors: DateErrors;
  onChange: (changed: Partial<DateValues>) => void;
}) {
  const rooms = useQuery(roomsQuery(useDataClient())).data ?? [];
  const isOnSite = values.format !== 'Online';
  const room = isOnSite ? rooms.find(({ id }) => id === values.roomId) : undefined;
  const most = values.format === 'Präsenz' ? room?.capacity : undefined;
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
          hint={most === undefined ? undefined : `Im Raum ist Platz für ${most}.`}
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
      {isOnSite && (rooms.length > 0 || values.roomId !== '') && (
        <Select
          label="Raum"
          placeholder="Anderer Ort"
          options={roomOptions(rooms, values)}
          value={values.roomId}
          error={errors.room_id ?? (values.roomId === '' ? undefined : errors.location)}
          onChange={({ target }) =>
            onChange({
              roomId: target.value,
              location: rooms.find(({ id }) => id === target.value)?.place ?? '',
            })
          }
        />
      )}
      {isOnSite && values.roomId === '' && (
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
