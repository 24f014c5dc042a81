import type { LogbookCase, LogbookSite, PossibleConfirmer } from '@nemus/data';
import { caseName, formatMinutes, HOUR_CATEGORIES, HOUR_CATEGORY_LABELS } from '@nemus/data';
import { Box, DateField, Select, TextField } from '@nemus/ui';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { minutesOf, readDurations } from '../../entries/duration';
import type { EntryForm } from '../../entries/entry-form';
import { dayLabel, FIRST_ENTRY_DAY, hasWeek, today } from '../../week/week';

/** Possible references of an entry. */
export interface EntryChoices {
  readonly sites: readonly LogbookSite[];
  readonly cases: readonly LogbookCase[];
  readonly confirmers: readonly PossibleConfirmer[];
}

/** The fields of the row, in the order in which they are thought of. */
export const ROW_FIELDS = ['done_on', 'category', 'minutes', 'case_id', 'confirmer_id'] as const;

/** Names of sites as the database compares them (`private.nemus_site_key`). */
const siteKey = (name: string) => name.normalize().replaceAll(/\s+/g, ' ').trim().toLowerCase();

/**
 * Confirmers for hours of a category on a day at a site: a role with a site only applies there.
 *
 * @param site name of the site; empty when the entry names none, undefined to leave sites out
 */
export const confirmersFor = (
  people: readonly PossibleConfirmer[],
  category: EntryForm['category'],
  day: string,
  site: string | undefined,
): readonly PossibleConfirmer[] =>
  people.filter(({ roles }) =>
    roles.some(
      ({ categories, valid_from: from, valid_until: until, site: bound }) =>
        categories.includes(category) &&
        day >= from &&
        (until === null || day <= until) &&
        (site === undefined || siteKey(bound) === '' || siteKey(bound) === siteKey(site)),
    ),
  );

/** A duration in units: `50 Min. = 1 UE 5 Min.`, or what `5 × 50` makes. */
function durationWords(text: string): string {
  const read = readDurations(text);
  const [minutes] = read ?? [];
  if (read === null || minutes === undefined) return 'Minuten, 1:30 oder 5 × 50';
  if (read.length === 1) return `${minutes} Min. = ${formatMinutes(minutes)}`;
  return read.every((one) => one === minutes)
    ? `${read.length} Einträge zu ${minutes} Min.`
    : `${read.length} Einträge, zusammen ${minutesOf(text)} Min.`;
}

/** The form has room for all fields beside each other: the page's width does not tell, because of the sidebar. */
const ONE_ROW = '@container (min-width: 46rem)';

/** The row: day, kind, duration, case, confirmer. */
export function EntryFields({
  form,
  choices,
  onCategory,
}: {
  form: UseFormReturn<EntryForm, unknown, unknown>;
  choices: EntryChoices;
  /** Another category was chosen. */
  onCategory: (category: EntryForm['category']) => void;
}) {
  const { register, formState } = form;
  const values = useWatch({ control: form.control });
  const { minutes = '', category = 'practice', done_on: day = '' } = values;
  const error = (name: keyof EntryForm) => formState.errors[name]?.message;
  const site = choices.sites.find(({ id }) => id === values.site_id)?.name ?? '';
  const people = confirmersFor(choices.confirmers, category, day, site);
  const elsewhere = confirmersFor(choices.confirmers, category, day, undefined).length - people.length;
  const known = people.some(({ id }) => id === values.confirmer_id);
  return (
    <Box sx={{ containerType: 'inline-size' }}>
      <Box
        sx={{
          display: 'grid',
          gap: { xs: 1, md: 1.5 },
          alignItems: 'start',
          gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
          '& > :last-child': { gridColumn: '1 / -1' },
          [ONE_ROW]: {
            gridTemplateColumns: '10rem 9.5rem 8rem minmax(0, 1fr) minmax(0, 1.5fr)',
            '& > :last-child': { gridColumn: 'auto' },
          },
        }}
      >
        <DateField
          label="Datum"
          min={FIRST_ENTRY_DAY}
          max={today()}
          hint={<span aria-live="polite">{hasWeek(day) ? dayLabel(day).split(',')[0] : ''}</span>}
          error={error('done_on')}
          {...register('done_on')}
        />
        <Select
          label="Kategorie"
          options={HOUR_CATEGORIES.map((value) => ({ value, label: HOUR_CATEGORY_LABELS[value] }))}
          error={error('category')}
          {...register('category', { onChange: ({ target }) => onCategory(target.value) })}
        />
        <TextField
          label="Minuten"
          autoComplete="off"
          hint={durationWords(minutes)}
          error={error('minutes')}
          {...register('minutes')}
        />
        <Select
          label="Fall"
          placeholder="Keiner"
          options={choices.cases
            .filter(({ id, closed_on: closed }) => id === values.case_id || closed === null || closed >= day)
            .map((one) => ({ value: one.id, label: caseName(one) }))}
          error={error('case_id')}
          {...register('case_id')}
        />
        <Select
          label="Wer bestätigt"
          placeholder="Später angeben"
          options={[
            ...people.map(({ id, name, institution }) => ({ value: id, label: `${name} (${institution})` })),
            ...(values.confirmer_id && !known
              ? [{ value: values.confirmer_id, label: 'Frühere Angabe, hier nicht möglich' }]
              : []),
          ]}
          hint={
            elsewhere > 0
              ? 'Manche Personen bestätigen nur für ihre Stätte: Wählen Sie zuerst die Stätte (weitere Angaben).'
              : people.length === 0
                ? 'Für diese Kategorie hat Ihre Weiterbildungsstätte an diesem Tag niemanden benannt.'
                : undefined
          }
          error={error('confirmer_id')}
          {...register('confirmer_id')}
        />
      </Box>
    </Box>
  );
}
