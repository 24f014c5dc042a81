import type { LogbookCase, LogbookSite, PossibleConfirmer } from '@nemus/data';
import {
  COMPETENCIES,
  COMPETENCY_LABELS,
  formatMinutes,
  HOUR_CATEGORIES,
  HOUR_CATEGORY_LABELS,
  COMPETENCY_LEVEL_LABELS,
  COMPETENCY_LEVELS,
} from '@nemus/data';
import { DateField, FilterChip, FormRow, Row, Select, Stack, Text, TextArea, TextField } from '@nemus/ui';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import type { EntryForm } from '../../entries/entry-form';
import { HINT_WORDS, personHint } from '../../entries/person-hint';
import { FIRST_ENTRY_DAY, today } from '../../week/week';

/** Possible references of an entry. */
export interface EntryChoices {
  readonly sites: readonly LogbookSite[];
  readonly cases: readonly LogbookCase[];
  readonly confirmers: readonly PossibleConfirmer[];
}

const COMMON_MINUTES = ['45', '90', '135'] as const;

/** Names of sites as the database compares them (`private.nemus_site_key`). */
const siteKey = (name: string) => name.replaceAll(/\s+/g, ' ').trim().toLowerCase();

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

/** The fields of an entry, in the order in which they are thought of. */
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
  const { register, formState, setValue } = form;
  const values = useWatch({ control: form.control });
  const { minutes = '', category = 'practice', done_on: day = '', note = '', competency = '' } = values;
  const error = (name: keyof EntryForm) => formState.errors[name]?.message;
  const site = choices.sites.find(({ id }) => id === values.site_id)?.name ?? '';
  const people = confirmersFor(choices.confirmers, category, day, site);
  const elsewhere = confirmersFor(choices.confirmers, category, day, undefined).length - people.length;
  const known = people.some(({ id }) => id === values.confirmer_id);
  const hint = personHint(note);
  return (
    <Stack gap={2}>
      <FormRow>
        <DateField
          label="Datum"
          min={FIRST_ENTRY_DAY}
          max={today()}
          error={error('done_on')}
          {...register('done_on')}
        />
        <Select
          label="Art der Stunden"
          options={HOUR_CATEGORIES.map((value) => ({ value, label: HOUR_CATEGORY_LABELS[value] }))}
          error={error('category')}
          {...register('category', { onChange: ({ target }) => onCategory(target.value) })}
        />
      </FormRow>
      <Stack gap={1}>
        <TextField
          label="Minuten"
          inputMode="numeric"
          autoComplete="off"
          hint={
            /^\d{1,4}$/.test(minutes) ? `${minutes} Min. = ${formatMinutes(Number(minutes))}` : '1 UE sind 45 Minuten.'
          }
          error={error('minutes')}
          {...register('minutes')}
        />
        <Row as="div" role="group" aria-label="Häufige Dauern">
          {COMMON_MINUTES.map((common) => (
            <FilterChip
              key={common}
              selected={minutes === common}
              onToggle={() => setValue('minutes', common, { shouldDirty: true, shouldTouch: true })}
            >
              {common} Min.
            </FilterChip>
          ))}
        </Row>
      </Stack>
      <FormRow>
        <Select
          label="Kompetenz"
          optional
          placeholder="Keine"
          options={COMPETENCIES.map((value) => ({ value, label: COMPETENCY_LABELS[value] }))}
          error={error('competency')}
          {...register('competency')}
        />
        <Select
          label="Ebene"
          optional={competency === ''}
          placeholder="Bitte wählen"
          options={COMPETENCY_LEVELS.map((value) => ({ value, label: COMPETENCY_LEVEL_LABELS[value] }))}
          error={error('level')}
          {...register('level')}
        />
      </FormRow>
      <FormRow>
        <Select
          label="Stätte"
          optional
          placeholder="Keine"
          options={choices.sites.map(({ id, name }) => ({ value: id, label: name }))}
          error={error('site_id')}
          {...register('site_id')}
        />
        <Select
          label="Wer bestätigt"
          optional
          placeholder="Später angeben"
          options={[
            ...people.map(({ id, name, institution }) => ({ value: id, label: `${name} (${institution})` })),
            ...(values.confirmer_id && !known
              ? [{ value: values.confirmer_id, label: 'Frühere Angabe, hier nicht möglich' }]
              : []),
          ]}
          hint={
            elsewhere > 0
              ? 'Manche Personen bestätigen nur für ihre Stätte: Wählen Sie zuerst die Stätte.'
              : people.length === 0
                ? 'Für diese Art hat Ihre Weiterbildungsstätte an diesem Tag niemanden benannt.'
                : undefined
          }
          error={error('confirmer_id')}
          {...register('confirmer_id')}
        />
        <Select
          label="Fall"
          optional
          placeholder="Keiner"
          options={choices.cases
            .filter(({ id, closed_on: closed }) => id === values.case_id || closed === null || closed >= day)
            .map(({ id, code }) => ({ value: id, label: code }))}
          error={error('case_id')}
          {...register('case_id')}
        />
      </FormRow>
      <TextArea
        label="Notiz"
        optional
        rows={2}
        hint={`Ohne Namen und andere Angaben, an denen man jemanden erkennt. ${
          values.category === 'self_experience'
            ? 'Zur Selbsterfahrung liest sie nur die Person, die bestätigt.'
            : 'Eingereicht liest sie auch Ihre Weiterbildungsstätte.'
        }`}
        error={error('note')}
        {...register('note')}
      />
      <div role="status">
        {hint !== null && (
          <Text variant="small" tone="warning">
            {HINT_WORDS[hint]}
          </Text>
        )}
      </div>
    </Stack>
  );
}
