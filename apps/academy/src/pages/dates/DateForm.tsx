import { useState, type ReactNode } from 'react';
import { LeaveGuard, reasonOf } from '@nemus/area';
import { DataError, type DatePlan } from '@nemus/data';
import { Button, Card, Checkbox, Form, FormActions, FormError, Stack, TextArea, TextField } from '@nemus/ui';
import { missingOf, planOf, type DateErrors, type DateValues } from './date-form';
import { ChangeUntilFields } from './ChangeUntilFields';
import { firstParts } from './part-values';
import { PartsFields } from './PartsFields';
import { PlaceFields } from './PlaceFields';
import { PlanPreview } from './PlanPreview';
import { SeminarPicker } from './SeminarPicker';
import { SeriesFields } from './SeriesFields';
import { TeacherChoice } from './TeacherChoice';
import { TimesFields } from './TimesFields';

/** Errors of a failed save: at the field if the form has it, otherwise above. */
function errorsOf(error: Error | null): { readonly fields: DateErrors; readonly above: readonly string[] } {
  if (error === null) return { fields: {}, above: [] };
  const words = reasonOf(error);
  return error instanceof DataError && error.field !== undefined
    ? { fields: { [error.field]: words }, above: [words] }
    : { fields: {}, above: [words] };
}

/** The form of one date or of a series; for an existing date without seminar and times. */
export function DateForm({
  initial,
  dateId = null,
  saveLabel,
  busy,
  error,
  children,
  onSave,
  onCancel,
}: {
  initial: DateValues;
  /** The date that is changed; null makes new ones. */
  dateId?: string | null;
  saveLabel: string;
  busy: boolean;
  /** Why the last save was refused. */
  error: Error | null;
  /** Further fields above the buttons. */
  children?: ReactNode;
  onSave: (plan: DatePlan) => void;
  onCancel: () => void;
}) {
  const [values, setValues] = useState(initial);
  const [missing, setMissing] = useState<DateErrors>({});
  const change = (changed: Partial<DateValues>) => setValues((current) => ({ ...current, ...changed }));
  const refused = errorsOf(error);
  const errors = { ...refused.fields, ...missing };
  const isNew = dateId === null;

  const save = () => {
    const found = missingOf(values);
    setMissing(found);
    if (Object.keys(found).length === 0) onSave(planOf(values));
  };
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <LeaveGuard when={values !== initial && !busy} />
      <FormError errors={Object.keys(missing).length > 0 ? Object.values(missing) : refused.above} />
      {isNew && (
        <Card title="Kurs und Zeit" level={2} as="div">
          <Stack gap={2.5}>
            <SeminarPicker
              value={values.courseId}
              error={errors.course_id}
              onChange={(courseId, seminar) =>
                change({ courseId, ...(seminar && { title: seminar.title, units: String(seminar.units) }) })
              }
            />
            <Checkbox
              label="In mehreren Teilen"
              hint="Abende, Wochenenden oder Blöcke: eine Buchung, ein Preis. Fristen zählen ab dem ersten Teil."
              checked={values.inParts}
              onChange={({ target }) =>
                change({
                  inParts: target.checked,
                  ...(target.checked && values.parts.length === 0 && { parts: firstParts(values) }),
                })
              }
            />
            {values.inParts ? (
              <PartsFields
                parts={values.parts}
                needed={values.needed}
                errors={errors}
                least={2}
                onParts={(parts) => change({ parts })}
                onNeeded={(needed) => change({ needed })}
              />
            ) : (
              <>
                <TimesFields values={values} errors={errors} onChange={change} />
                <SeriesFields values={values} errors={errors} onChange={change} />
              </>
            )}
          </Stack>
        </Card>
      )}
      <Card title="Inhalt und Ort" level={2} as="div">
        <Stack gap={2.5}>
          <TextField
            label="Titel"
            optional
            hint="Ohne Angabe: der Titel des Kurses"
            maxLength={200}
            value={values.title}
            error={errors.title}
            onChange={({ target }) => change({ title: target.value })}
          />
          <TextArea
            label="Beschreibung"
            optional
            maxLength={4000}
            value={values.description}
            error={errors.description}
            onChange={({ target }) => change({ description: target.value })}
          />
          <PlaceFields values={values} errors={errors} onChange={change} />
          <ChangeUntilFields
            value={values.changeUntil}
            error={errors.change_until}
            onChange={(changeUntil) => change({ changeUntil })}
          />
          <TeacherChoice
            value={values.teacherIds}
            error={errors.teacher_ids}
            onChange={(teacherIds) => change({ teacherIds })}
          />
        </Stack>
      </Card>
      <Card title="Vorschau" level={2} as="div">
        <PlanPreview plan={planOf(values)} except={dateId} />
      </Card>
      {children}
      <FormActions>
        <Button type="submit" variant="primary" loading={busy}>
          {saveLabel}
        </Button>
        <Button onClick={onCancel}>Abbrechen</Button>
      </FormActions>
    </Form>
  );
}
