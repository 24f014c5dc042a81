import { pageReads, QueryPart, SampleNotice } from '@nemus/area';
import { FigureList } from '@nemus/area/requirements';
import { categoryTitle, countedHoursQuery, type CountedHours } from '@nemus/data';
import { Alert, ButtonLink, Card, Section, SkeletonCards, Stack, Surface, Text } from '@nemus/ui';
import { Link } from 'react-router-dom';
import { forecastOf, forecastOfAll } from '../../credit/forecast';
import { forecastWords, plannedEndWords } from '../../credit/forecast-words';
import { HoursBar, HoursLegend } from '../../credit/HoursBar';
import { LogbookPage } from '../../frame/LogbookPage';
import { today } from '../../week/week';
import { CompetencyHoursPart } from './CompetencyHoursPart';
import { CountedList } from './CountedList';
import { NotCounted } from './NotCounted';
import { RatioCard } from './RatioCard';

export const { reads, usePageReads } = pageReads(({ client }) => ({ counted: countedHoursQuery(client) }));

/** What counts for what: done, pending, planned and missing hours in the chosen set, and when the rest is expected. */
export default function CreditPage() {
  const { counted } = usePageReads();
  return (
    <LogbookPage
      title="Anrechnung"
      intro="Besuchte Termine, E-Learning, Zertifikate und bestätigte Einträge, und wofür sie zählen."
    >
      <QueryPart query={counted} title="Ihre Anrechnung" loading={<SkeletonCards count={2} min="100%" lines={6} />}>
        {(hours) => <Counted hours={hours} />}
      </QueryPart>
    </LogbookPage>
  );
}

function Counted({ hours }: { hours: CountedHours }) {
  const { set, categories, months } = hours;
  const day = today();
  const whole = forecastOfAll(categories, months, day);
  const plannedEnd = plannedEndWords(whole, hours.planned_end);
  return (
    <Stack gap={4}>
      <SampleNotice shown={hours.has_sample_hours} />
      {set === null && (
        <Alert
          title="Noch keine Anforderungen gewählt"
          actions={
            <ButtonLink component={Link} to="/logbook/requirements" size="small">
              Anforderungen wählen
            </ButtonLink>
          }
        >
          Solange zählt jede Stunde als das, was sie ist; was noch fehlt, lässt sich nicht sagen.
        </Alert>
      )}
      <Section
        title="Stand nach Kategorien"
        description={
          set === null ? 'Minuten werden zusammengezählt, dann zählen volle UE (45 Minuten).' : setWords(set)
        }
      >
        <Surface>
          <Stack gap={3}>
            <HoursLegend />
            {categories.map((category) => {
              const forecast = forecastOf(category, months, day);
              return (
                <HoursBar
                  key={category.category}
                  label={categoryTitle(category)}
                  hours={category}
                  {...(forecast.kind === 'expected' && { note: forecastWords(forecast) })}
                />
              );
            })}
          </Stack>
        </Surface>
      </Section>
      {hours.figures.length > 0 && (
        <Section title="Weitere Vorgaben" description="Was der Satz außer den Stunden der Kategorien verlangt.">
          <Surface>
            <FigureList figures={hours.figures} />
          </Surface>
        </Section>
      )}
      {set !== null && (
        <Card as="div" level={2} title="Prognose">
          <Stack gap={1}>
            <Text strong>{forecastWords(whole)}</Text>
            {plannedEnd !== null && <Text>{plannedEnd}</Text>}
            <Text variant="small" tone="muted">
              Gerechnet mit dem Tempo der letzten zwölf vollen Monate; die Spanne kommt aus den letzten drei und den
              letzten vierundzwanzig. Geplantes und Eingereichtes zählt erst, wenn es bestätigt oder besucht ist.
            </Text>
          </Stack>
        </Card>
      )}
      {set !== null && set.treated_per_supervised !== null && (
        <RatioCard
          treated={hours.treated_minutes}
          supervised={hours.supervised_minutes}
          demanded={set.treated_per_supervised}
        />
      )}
      <CompetencyHoursPart competencies={hours.competencies} />
      {set !== null && <NotCounted parts={hours.not_counted} />}
      <CountedList hasSet={set !== null} categories={categories} />
    </Stack>
  );
}

function setWords({ name, version, chamber, source }: NonNullable<CountedHours['set']>): string {
  const of = chamber === '' ? name : `${name}, ${chamber}`;
  return `${of} (Version ${version}). ${source === '' ? 'Zu den Zahlen dieses Satzes ist keine Quelle hinterlegt.' : `Quelle: ${source}`}`;
}
