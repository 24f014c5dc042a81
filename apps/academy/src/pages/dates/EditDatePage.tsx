import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useDataClient } from '@nemus/area';
import { teachingDateQuery, type TeachingDateDetails } from '@nemus/data';
import { Alert, Breadcrumbs, Card, RadioGroup, Stack, Text } from '@nemus/ui';
import { AcademyPage } from '../../frame/AcademyPage';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { DateForm } from './DateForm';
import { DatePart } from './DatePart';
import { valuesOf } from './date-form';
import { datePaths } from './date-paths';
import { peopleText, timesOf } from './date-words';
import { followingOptions, type Scope } from './following';
import { partValuesOf } from './part-values';
import { useDateChanges } from './useDateChanges';

/** Changes everything of a date but its seminar and its times; those are moved. */
export default function EditDatePage() {
  const { dateId = '' } = useParams();
  const query = useQuery(teachingDateQuery(useDataClient(), dateId));
  return (
    <AcademyPage
      width="narrow"
      title="Termin bearbeiten"
      above={
        <Breadcrumbs
          component={Link}
          items={[
            { label: 'Termine', to: datePaths.list },
            { label: query.data?.title ?? 'Termin', to: datePaths.date(dateId) },
            { label: 'Bearbeiten' },
          ]}
        />
      }
    >
      <DatePart query={query}>{(date) => <Editing date={date} />}</DatePart>
    </AcademyPage>
  );
}

function Editing({ date }: { date: TeachingDateDetails }) {
  const navigate = useNavigate();
  const { change } = useDateChanges();
  // Parts are changed on their own page; here the coming ones are looked at for conflicts.
  const [initial] = useState(() => ({
    ...valuesOf(date),
    parts: (date.parts ?? []).filter(({ starts_at: start }) => Date.parse(start) > Date.now()).map(partValuesOf),
    needed: '',
  }));
  const [scope, setScope] = useState<Scope>('one');
  const back = () => void navigate(datePaths.date(date.id));
  const told = scope === 'following' ? (date.following?.told ?? date.told) : date.told;
  if (date.cancelled_at !== null) return <Alert tone="info">Dieser Termin ist abgesagt.</Alert>;
  return (
    <Stack gap={2}>
      <Text numeric>{timesOf(date)}</Text>
      <DateForm
        initial={initial}
        dateId={date.id}
        saveLabel="Speichern"
        busy={change.isPending}
        error={change.error}
        onSave={(plan) => change.mutate({ id: date.id, following: scope === 'following', plan }, { onSuccess: back })}
        onCancel={back}
      >
        <Card title="Wofür und für wen" level={2} as="div">
          <Stack gap={1.5}>
            {date.following !== null && date.following.dates > 1 && (
              <RadioGroup
                label="Welche Termine ändern sich?"
                options={followingOptions(date.following.dates)}
                value={scope}
                onValueChange={setScope}
              />
            )}
            <Text variant="small" tone="muted">
              {told === 0
                ? 'Noch niemand hat einen Platz: Es geht keine Nachricht hinaus.'
                : `Ändert sich Ort, Format oder Link, erhalten ${peopleText(told)} mit Platz oder auf der Warteliste eine Nachricht mit dem neuen Kalendereintrag.`}
            </Text>
          </Stack>
        </Card>
      </DateForm>
    </Stack>
  );
}
