import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { LeaveGuard, reasonOf, useDataClient } from '@nemus/area';
import { teachingDateQuery, type TeachingDateDetails } from '@nemus/data';
import { Alert, Breadcrumbs, Button, Card, Form, FormActions, FormError, Text } from '@nemus/ui';
import { AcademyPage } from '../../frame/AcademyPage';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { planOf, valuesOf, type DateErrors } from './date-form';
import { DatePart } from './DatePart';
import { datePaths } from './date-paths';
import { timesOf } from './date-words';
import { neededOf, partErrors, partValuesOf, plannedPart } from './part-values';
import { notifiedText } from './notified-text';
import { PartsFields } from './PartsFields';
import { PlanPreview } from './PlanPreview';
import { useCurrentMinute } from './useCurrentMinute';
import { useDateChanges } from './useDateChanges';

/** `/academy/dates/<id>/teile`: adds, changes and removes the parts of a date. */
export default function PartsPage() {
  const { dateId = '' } = useParams();
  const query = useQuery(teachingDateQuery(useDataClient(), dateId));
  return (
    <AcademyPage
      width="narrow"
      title="Teile des Termins"
      intro={query.data && timesOf(query.data)}
      above={
        <Breadcrumbs
          component={Link}
          items={[
            { label: 'Termine', to: datePaths.list },
            { label: query.data?.title ?? 'Termin', to: datePaths.date(dateId) },
            { label: 'Teile' },
          ]}
        />
      }
    >
      <DatePart query={query}>{(date) => <Parts date={date} />}</DatePart>
    </AcademyPage>
  );
}

function Parts({ date }: { date: TeachingDateDetails }) {
  const navigate = useNavigate();
  const now = useCurrentMinute();
  const { parts: save } = useDateChanges();
  const [initial] = useState(() => ({
    parts: (date.parts ?? [{ ...date, title: '' }]).map(partValuesOf),
    needed: date.parts_needed === null || date.parts_needed === date.parts?.length ? '' : String(date.parts_needed),
  }));
  const [values, setValues] = useState(initial);
  const [missing, setMissing] = useState<DateErrors>({});
  const fixed = (date.parts ?? []).filter(({ starts_at }) => Date.parse(starts_at) <= now).length;
  const isOver = Date.parse(date.parts === null ? date.starts_at : date.ends_at) <= now;
  const back = () => void navigate(datePaths.date(date.id));
  if (date.cancelled_at !== null) return <Alert tone="info">Dieser Termin ist abgesagt.</Alert>;
  if (isOver) return <Alert tone="info">Dieser Termin lässt sich nicht mehr ändern.</Alert>;
  const submit = () => {
    const found = partErrors(values.parts, values.needed);
    setMissing(found);
    if (Object.keys(found).length > 0) return;
    save.mutate(
      {
        dateId: date.id,
        // A date without parts gets its first one by its time: nothing has an id yet.
        parts: values.parts.map((part) => plannedPart(date.parts === null ? { ...part, id: null } : part)),
        needed: neededOf(values.needed),
      },
      { onSuccess: back },
    );
  };
  const refused = save.error === null ? [] : [reasonOf(save.error)];
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <LeaveGuard when={values !== initial && !save.isPending} />
      <FormError errors={Object.keys(missing).length > 0 ? Object.values(missing) : refused} />
      <Card title="Teile" level={2} as="div">
        <PartsFields
          parts={values.parts}
          needed={values.needed}
          errors={missing}
          fixed={fixed}
          least={1}
          onParts={(parts) => setValues({ ...values, parts: [...parts] })}
          onNeeded={(needed) => setValues({ ...values, needed })}
        />
      </Card>
      <Card title="Vorschau" level={2} as="div">
        <PlanPreview
          plan={planOf({ ...valuesOf(date), inParts: true, changeUntil: '', parts: values.parts.slice(fixed) })}
          except={date.id}
        />
        <Text variant="small" tone="muted">
          {notifiedText(date, false, 'einer Nachricht, wenn sich Zeiten ändern')}
        </Text>
        {date.series_id !== null && (
          <Text variant="small" tone="muted">
            Mit mehreren Teilen gehört dieser Termin nicht mehr zu seiner Serie.
          </Text>
        )}
      </Card>
      <FormActions>
        <Button type="submit" variant="primary" loading={save.isPending}>
          Speichern
        </Button>
        <Button onClick={back}>Abbrechen</Button>
      </FormActions>
    </Form>
  );
}
