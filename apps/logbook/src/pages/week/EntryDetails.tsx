import { useId, type ReactNode } from 'react';
import {
  attributeWords,
  COMPETENCIES,
  COMPETENCY_LABELS,
  COMPETENCY_LEVEL_LABELS,
  COMPETENCY_LEVELS,
  ENTRY_ATTRIBUTE_LABELS,
  ENTRY_ATTRIBUTE_VALUES,
  entryAttributesSchema,
  type LogbookWeek,
} from '@nemus/data';
import { Button, FormRow, Row, Select, Stack, Text, TextArea } from '@nemus/ui';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import type { EntryForm } from '../../entries/entry-form';
import { HINT_WORDS, personHint } from '../../entries/person-hint';
import type { EntryChoices } from './EntryFields';

/** The less common fields of an entry; closed, they are one line with what is set. */
export function EntryDetails({
  form,
  choices,
  attributes,
  open,
  onToggle,
  children,
}: {
  form: UseFormReturn<EntryForm, unknown, unknown>;
  choices: EntryChoices;
  /** What the chosen set tells apart, by category. */
  attributes: LogbookWeek['attributes'];
  open: boolean;
  onToggle: () => void;
  /** The buttons of the form, on the line of the toggle. */
  children: ReactNode;
}) {
  const id = useId();
  const { register, formState } = form;
  const values = useWatch({ control: form.control });
  const { category, competency = '', level = '', note = '', site_id: site } = values;
  const asked = (category && attributes[category]) ?? [];
  const given = entryAttributesSchema.safeParse(
    Object.fromEntries(asked.map((name) => [name, values[name] === '' ? null : values[name]])),
  );
  const error = (name: keyof EntryForm) => formState.errors[name]?.message;
  const hint = personHint(note);
  const set = [
    choices.sites.find(({ id: each }) => each === site)?.name,
    competency === '' ? undefined : COMPETENCY_LABELS[competency],
    competency === '' || level === '' ? undefined : COMPETENCY_LEVEL_LABELS[level],
    ...(given.success ? attributeWords(given.data) : []),
    note === '' ? undefined : 'mit Notiz',
  ].filter((part) => part !== undefined);
  return (
    <>
      {/* Reachable without scrolling on every screen: it sticks to the bottom within the form. */}
      <Row sx={{ position: 'sticky', bottom: 0, zIndex: 1, paddingBlock: 0.5, backgroundColor: 'background.paper' }}>
        {children}
        <Button
          size="small"
          variant="quiet"
          icon={open ? 'chevron-down' : 'chevron-right'}
          aria-expanded={open}
          aria-controls={id}
          aria-keyshortcuts="F2"
          onClick={onToggle}
        >
          Weitere Angaben
        </Button>
        {!open && set.length > 0 && (
          <Text variant="small" tone="muted">
            {set.join(' · ')}
          </Text>
        )}
        <Text variant="caption" tone="muted" sx={{ display: { xs: 'none', md: 'block' } }}>
          Enter speichert (Notiz: Strg + Enter), Bild auf/ab: anderer Tag, F2: weitere Angaben
        </Text>
      </Row>
      <Stack gap={1.5} id={id} sx={{ display: open ? 'flex' : 'none' }}>
        <FormRow>
          <Select
            label="Stätte"
            optional
            placeholder="Keine"
            options={choices.sites.map(({ id: value, name }) => ({ value, label: name }))}
            error={error('site_id')}
            {...register('site_id')}
          />
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
        {asked.length > 0 && (
          <FormRow>
            {asked.map((name) => (
              <Select
                key={name}
                label={ENTRY_ATTRIBUTE_LABELS[name]}
                optional
                placeholder="Keine Angabe"
                options={Object.entries(ENTRY_ATTRIBUTE_VALUES[name]).map(([value, label]) => ({ value, label }))}
                error={error(name)}
                {...register(name)}
              />
            ))}
          </FormRow>
        )}
        <TextArea
          label="Notiz"
          optional
          rows={2}
          hint={`Ohne Namen und andere Angaben, an denen man jemanden erkennt. ${
            category === 'self_experience'
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
    </>
  );
}
