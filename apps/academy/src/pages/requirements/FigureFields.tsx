import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import {
  ENTRY_ATTRIBUTE_LABELS,
  ENTRY_ATTRIBUTE_VALUES,
  ENTRY_ATTRIBUTES,
  HOUR_CATEGORIES,
  HOUR_CATEGORY_LABELS,
} from '@nemus/data';
import { Button, Card, Checkbox, FormRow, Row, Select, Stack, TextField } from '@nemus/ui';
import { useFieldArray, useWatch } from 'react-hook-form';
import { figureFormOf, figuresWithout } from './figure-form';
import { STATUS_OPTIONS, UNIT_LENGTH_OPTIONS, type FormState } from './requirement-labels';

const UNIT_OPTIONS = [
  { value: 'hours', label: 'Stunden oder UE' },
  { value: 'cases', label: 'Fälle' },
  { value: 'entries', label: 'Einträge' },
  { value: 'months', label: 'Monate der Beschäftigung' },
  { value: 'ratio', label: 'Behandlung je Supervision' },
];

/** Figures besides the units of the categories: parts, counts, months and ratios. */
export function FigureFields({ form: { register, formState, control, getValues } }: { form: FormState }) {
  const { fields, append, replace } = useFieldArray({ control, name: 'figures' });
  const typed = useWatch({ control, name: 'figures' });
  // Closed, a figure is one line: a set has many.
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const toggle = (place: number) =>
    setOpen((now) => new Set(now.has(place) ? [...now].filter((one) => one !== place) : [...now, place]));
  const wrong = fields.flatMap((_, place) => (formState.errors.figures?.[place] ? [place] : [])).join(' ');
  // Stays open while its error is corrected.
  const [seen, setSeen] = useState('');
  if (wrong !== seen) {
    setSeen(wrong);
    if (wrong !== '') setOpen((now) => new Set([...now, ...wrong.split(' ').map(Number)]));
  }
  const list = useRef<HTMLElement>(null);
  const removeAt = (place: number) => {
    flushSync(() => {
      replace(figuresWithout(getValues('figures'), place));
      setOpen((now) => new Set([...now].flatMap((one) => (one === place ? [] : [one > place ? one - 1 : one]))));
    });
    // The keyboard stays where it was: at the figure that took the place, or the last one.
    const left = list.current?.querySelectorAll<HTMLElement>('[aria-expanded]') ?? [];
    (left[Math.min(place, left.length - 1)] ?? list.current?.querySelector('button'))?.focus();
  };
  return (
    <Card
      title="Weitere Vorgaben"
      level={2}
      as="div"
      subtitle="Teile einer Kategorie, Fälle, Einträge, Monate und Verhältnisse."
    >
      <Stack ref={list}>
        {fields.map(({ id }, place) => {
          const name = `Vorgabe ${place + 1}`;
          const errors = formState.errors.figures?.[place];
          const unit = typed[place]?.unit;
          const isOpen = open.has(place) || errors !== undefined;
          return (
            <Stack
              as="fieldset"
              aria-label={name}
              key={id}
              gap={1}
              sx={{ border: 0, padding: 0, margin: 0, minWidth: 0 }}
            >
              <Row justify="between">
                <Button
                  size="small"
                  variant="quiet"
                  icon={isOpen ? 'chevron-down' : 'chevron-right'}
                  aria-expanded={isOpen}
                  onClick={() => toggle(place)}
                >
                  {`${name}: ${typed[place]?.title || 'ohne Namen'}`}
                </Button>
                <Button size="small" icon="delete" aria-label={`${name} entfernen`} onClick={() => removeAt(place)}>
                  Entfernen
                </Button>
              </Row>
              {isOpen && (
                <Stack gap={1}>
                  <TextField
                    {...register(`figures.${place}.title`)}
                    label={`${name}: Name`}
                    error={errors?.title?.message}
                  />
                  <FormRow>
                    <Select
                      {...register(`figures.${place}.unit`)}
                      label={`${name}: Was zählt`}
                      options={UNIT_OPTIONS}
                    />
                    {unit === 'hours' && (
                      <Select
                        {...register(`figures.${place}.unit_minutes`)}
                        label={`${name}: Einheit`}
                        options={UNIT_LENGTH_OPTIONS}
                      />
                    )}
                    <TextField
                      {...register(`figures.${place}.least`)}
                      label={`${name}: mindestens`}
                      inputMode="decimal"
                      optional
                      error={errors?.least?.message}
                    />
                    <TextField
                      {...register(`figures.${place}.most`)}
                      label={`${name}: höchstens`}
                      inputMode="decimal"
                      optional
                      error={errors?.most?.message}
                    />
                  </FormRow>
                  <FormRow>
                    <Select
                      {...register(`figures.${place}.category`)}
                      label={`${name}: Kategorie`}
                      optional
                      placeholder="Alle"
                      options={HOUR_CATEGORIES.map((value) => ({ value, label: HOUR_CATEGORY_LABELS[value] }))}
                      error={errors?.category?.message}
                    />
                    {ENTRY_ATTRIBUTES.map((attribute) => (
                      <Select
                        key={attribute}
                        {...register(`figures.${place}.${attribute}`)}
                        label={`${name}: ${ENTRY_ATTRIBUTE_LABELS[attribute]}`}
                        optional
                        placeholder="Alle"
                        options={Object.entries(ENTRY_ATTRIBUTE_VALUES[attribute]).map(([value, label]) => ({
                          value,
                          label,
                        }))}
                      />
                    ))}
                    <Select
                      {...register(`figures.${place}.part_of`)}
                      label={`${name}: Teil von`}
                      optional
                      placeholder="Nichts"
                      options={typed
                        .slice(0, place)
                        .map(({ title }, whole) => ({ value: String(whole + 1), label: title }))}
                      error={errors?.part_of?.message}
                    />
                  </FormRow>
                  <Checkbox
                    {...register(`figures.${place}.is_counted`)}
                    label={`${name}: Das Portal kann sie zählen`}
                  />
                  <FormRow>
                    <TextField
                      {...register(`figures.${place}.condition`)}
                      label={`${name}: Bedingung`}
                      optional
                      error={errors?.condition?.message}
                    />
                    <Select
                      {...register(`figures.${place}.status`)}
                      label={`${name}: Woher`}
                      optional
                      placeholder="Keine Angabe"
                      options={STATUS_OPTIONS}
                    />
                    <TextField
                      {...register(`figures.${place}.source`)}
                      label={`${name}: Quelle`}
                      optional
                      error={errors?.source?.message}
                    />
                  </FormRow>
                </Stack>
              )}
            </Stack>
          );
        })}
        <Row>
          <Button
            icon="add"
            disabled={fields.length >= 60}
            onClick={() => {
              append(figureFormOf());
              setOpen((now) => new Set([...now, fields.length]));
            }}
          >
            Vorgabe hinzufügen
          </Button>
        </Row>
      </Stack>
    </Card>
  );
}
