import { HOUR_CATEGORY_LABELS, type HourCategory, type PossibleConfirmer } from '@nemus/data';
import { FormRow, Select } from '@nemus/ui';
import { confirmersFor } from '../EntryFields';

/** Who confirms what is typed, for each category of the grid. */
export function GridConfirmers({
  categories,
  days,
  people,
  valueOf,
  onChoose,
}: {
  categories: readonly HourCategory[];
  days: readonly string[];
  people: readonly PossibleConfirmer[];
  valueOf: (category: HourCategory) => string;
  onChoose: (category: HourCategory, who: string) => void;
}) {
  const fields = categories.flatMap((category) => {
    const possible = people.filter((person) =>
      days.some((day) => confirmersFor([person], category, day, undefined).length > 0),
    );
    return possible.length === 0 ? [] : [{ category, possible }];
  });
  if (fields.length === 0) return null;
  return (
    <FormRow>
      {fields.map(({ category, possible }) => (
        <Select
          key={category}
          label={`Wer bestätigt: ${HOUR_CATEGORY_LABELS[category]}`}
          placeholder="Später angeben"
          options={possible.map(({ id, name, institution }) => ({ value: id, label: `${name} (${institution})` }))}
          value={possible.some(({ id }) => id === valueOf(category)) ? valueOf(category) : ''}
          onChange={({ target }) => onChoose(category, target.value)}
        />
      ))}
    </FormRow>
  );
}
