import {
  COMPETENCIES,
  COMPETENCY_LABELS,
  COMPETENCY_LEVEL_LABELS,
  COMPETENCY_LEVELS,
  CREDIT_SOURCE_LABELS,
  CREDIT_SOURCES,
  HOUR_CATEGORIES,
  HOUR_CATEGORY_LABELS,
  TRAINING_FIELDS,
  TRAINING_PROCEDURES,
} from '@nemus/data';
import { Alert, Card, Checkbox, DateField, FormRow, Select, Stack, NumberField, TextField } from '@nemus/ui';
import { useWatch } from 'react-hook-form';
import { FigureFields } from './FigureFields';
import { FIRST_VALID_DAY } from './requirement-form';
import { STATUS_OPTIONS, UNIT_LENGTH_OPTIONS, type FormState } from './requirement-labels';

const option = (value: string) => ({ value, label: value });

/** All fields of a requirement set. */
export function RequirementFieldset({ form }: { form: FormState }) {
  return (
    <>
      <Head form={form} />
      <Hours form={form} />
      <FigureFields form={form} />
      <Credits form={form} />
      <Competencies form={form} />
    </>
  );
}

function Head({ form: { register, formState, control } }: { form: FormState }) {
  const { errors } = formState;
  const source = useWatch({ control, name: 'source' });
  const field = (name: 'name' | 'chamber' | 'version' | 'valid_from' | 'source' | 'field' | 'procedure') => ({
    error: errors[name]?.message,
    ...register(name),
  });
  return (
    <Card title="Für wen" level={2} as="div">
      <TextField {...field('name')} label="Name" hint="So heißt der Satz, wo er gewählt wird." />
      <FormRow>
        <TextField {...field('chamber')} label="Kammer" optional hint="Leer: von keiner Kammer." />
        <Select
          {...field('field')}
          label="Gebiet"
          optional
          placeholder="Alle Gebiete"
          options={TRAINING_FIELDS.map(option)}
        />
        <Select
          {...field('procedure')}
          label="Verfahren"
          optional
          placeholder="Alle Verfahren"
          options={TRAINING_PROCEDURES.map(option)}
        />
      </FormRow>
      <FormRow>
        <TextField {...field('version')} label="Version" hint="Wie die Kammer sie nennt, etwa ein Jahr." />
        <DateField
          {...field('valid_from')}
          label="Gültig ab"
          optional
          min={FIRST_VALID_DAY}
          hint="Vorher kann niemand sie wählen. Spätestens zum Veröffentlichen nötig."
        />
      </FormRow>
      <TextField
        {...field('source')}
        label="Quelle"
        optional
        hint="Woher die Zahlen sind: Ordnung mit Datum, oder ihre Adresse im Netz."
      />
      {source.trim() === '' && (
        <Alert tone="warning" title="Quelle fehlt">
          Das steht so bei allen, die diesen Satz sehen. Erfinden Sie keine Zahlen einer Kammer.
        </Alert>
      )}
    </Card>
  );
}

function Hours({ form: { register, formState, control } }: { form: FormState }) {
  const { errors } = formState;
  const typed = useWatch({ control, name: 'categories' });
  return (
    <Card title="Stunden" level={2} as="div" subtitle="Ohne Zahl: Der Satz nennt die Kategorie, aber keine Menge.">
      {HOUR_CATEGORIES.map((key) => (
        <Stack key={key} gap={1}>
          <Checkbox {...register(`categories.${key}.has`)} label={HOUR_CATEGORY_LABELS[key]} />
          {typed[key].has && (
            <FormRow>
              <NumberField
                {...register(`categories.${key}.required_units`)}
                label={`${HOUR_CATEGORY_LABELS[key]}: UE`}
                optional
                error={errors.categories?.[key]?.required_units?.message}
              />
              <Select
                {...register(`categories.${key}.unit_minutes`)}
                label={`${HOUR_CATEGORY_LABELS[key]}: Einheit`}
                options={UNIT_LENGTH_OPTIONS}
              />
              <TextField
                {...register(`categories.${key}.title`)}
                label={`${HOUR_CATEGORY_LABELS[key]}: Name der Kammer`}
                optional
                error={errors.categories?.[key]?.title?.message}
              />
              <Select
                {...register(`categories.${key}.status`)}
                label={`${HOUR_CATEGORY_LABELS[key]}: Woher`}
                optional
                placeholder="Keine Angabe"
                options={STATUS_OPTIONS}
              />
              <TextField
                {...register(`categories.${key}.source`)}
                label={`${HOUR_CATEGORY_LABELS[key]}: Quelle`}
                optional
                error={errors.categories?.[key]?.source?.message}
              />
            </FormRow>
          )}
        </Stack>
      ))}
      <NumberField
        {...register('treated_per_supervised')}
        label="UE Behandlung je UE Supervision"
        optional
        digits={2}
        hint="Etwa 4: Auf vier UE Behandlung kommt eine UE Supervision."
        error={errors.treated_per_supervised?.message}
      />
    </Card>
  );
}

function Credits({ form: { register, formState, control } }: { form: FormState }) {
  const { errors } = formState;
  const categories = useWatch({ control, name: 'categories' });
  const credits = useWatch({ control, name: 'credits' });
  return (
    <Card title="Was wofür zählt" level={2} as="div">
      {CREDIT_SOURCES.map((source) => (
        <Select
          key={source}
          {...register(`credits.${source}`)}
          label={CREDIT_SOURCE_LABELS[source]}
          options={[
            { value: '', label: 'nichts' },
            // A category that was just removed stays visible, with its error.
            ...HOUR_CATEGORIES.filter((key) => categories[key].has || credits[source] === key).map((key) => ({
              value: key,
              label: categories[key].title.trim() || HOUR_CATEGORY_LABELS[key],
            })),
          ]}
          error={errors.credits?.[source]?.message}
        />
      ))}
    </Card>
  );
}

function Competencies({ form: { register, formState, control } }: { form: FormState }) {
  const { errors } = formState;
  const typed = useWatch({ control, name: 'competencies' });
  return (
    <Card title="Kompetenzen" level={2} as="div">
      {COMPETENCIES.flatMap((key) =>
        COMPETENCY_LEVELS.map((level) => {
          const label = `${COMPETENCY_LABELS[key]}, ${COMPETENCY_LEVEL_LABELS[level]}`;
          const wrong = errors.competencies?.[key]?.[level];
          return (
            <Stack key={`${key} ${level}`} gap={1}>
              <Checkbox {...register(`competencies.${key}.${level}.has`)} label={label} />
              {typed[key][level].has && (
                <FormRow>
                  <NumberField
                    {...register(`competencies.${key}.${level}.required_units`)}
                    label={`${label}: UE`}
                    optional
                    error={wrong?.required_units?.message}
                  />
                  <TextField
                    {...register(`competencies.${key}.${level}.description`)}
                    label={`${label}: Erläuterung`}
                    optional
                    error={wrong?.description?.message}
                  />
                </FormRow>
              )}
            </Stack>
          );
        }),
      )}
    </Card>
  );
}
