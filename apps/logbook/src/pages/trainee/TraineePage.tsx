import { useQuery } from '@tanstack/react-query';
import { QueryPart, useDataClient } from '@nemus/area';
import { FigureList } from '@nemus/area/requirements';
import { categoryTitle, countedHoursQuery, traineeQuery, type Trainee } from '@nemus/data';
import { Alert, ButtonLink, EmptyState, Section, SkeletonCards, Stack, Surface, Text } from '@nemus/ui';
import { Link, useParams } from 'react-router-dom';
import { forecastOfAll } from '../../credit/forecast';
import { forecastWords, restWords } from '../../credit/forecast-words';
import { HoursBar, HoursLegend } from '../../credit/HoursBar';
import { LogbookPage } from '../../frame/LogbookPage';
import { CompetencyHoursPart } from '../credit/CompetencyHoursPart';
import { RatioCard } from '../credit/RatioCard';
import { today } from '../../week/week';
import { PackageButtons } from './PackageButtons';
import { SectionReport } from './SectionReport';

/** The hours of one linked trainee, as the institution may see them. */
export default function TraineePage() {
  const { traineeId = '' } = useParams();
  const trainee = useQuery(traineeQuery(useDataClient(), traineeId));
  return (
    <LogbookPage
      title={nameOf(trainee.data)}
      above={<Back />}
      actions={
        trainee.data && (
          <ButtonLink component={Link} to={`/piw-management/${trainee.data.id}`} icon="trainees">
            Angaben und Buchungen
          </ButtonLink>
        )
      }
    >
      <QueryPart query={trainee} title="Diese Person" loading={<SkeletonCards count={2} min="100%" lines={6} />}>
        {(person) =>
          person === null || person.user_id === null ? (
            <EmptyState
              icon="trainees"
              title="Kein Logbuch zu sehen"
              action={
                <ButtonLink component={Link} to="/logbook">
                  Zum Stand der Weiterbildung
                </ButtonLink>
              }
            >
              Diese Person gibt es nicht, oder sie ist nicht mit Ihrer Weiterbildungsstätte verbunden.
            </EmptyState>
          ) : (
            <Hours traineeId={person.id} person={nameOf(person)} />
          )
        }
      </QueryPart>
    </LogbookPage>
  );
}

const nameOf = (trainee: Trainee | null | undefined): string =>
  trainee ? `${trainee.first_name} ${trainee.last_name}` : 'Stand einer Person';

function Back() {
  return (
    <Text as="span">
      <ButtonLink component={Link} to="/logbook" variant="quiet" size="small" icon="arrow-left">
        Zum Stand der Weiterbildung
      </ButtonLink>
    </Text>
  );
}

function Hours({ traineeId, person }: { traineeId: string; person: string }) {
  const counted = useQuery(countedHoursQuery(useDataClient(), traineeId));
  return (
    <Stack gap={4}>
      <QueryPart query={counted} title="Anrechnung" loading={<SkeletonCards count={1} min="100%" lines={6} />}>
        {({
          set,
          categories,
          figures,
          months,
          interruptions,
          competencies,
          treated_minutes: treated,
          supervised_minutes: supervised,
          has_sample_hours: hasSamples,
        }) => (
          <>
            {hasSamples && (
              <Alert tone="warning" title="Mit Beispielstunden">
                Ein Teil dieser Stunden sind Beispieldaten des Portals. Sie sind erfunden und bescheinigen nichts; die
                Person kann sie entfernen. Bericht und Paket unten enthalten sie nicht.
              </Alert>
            )}
            <Section
              title="Stand nach Kategorien"
              description={
                set === null
                  ? 'Diese Person hat noch keine Anforderungen gewählt.'
                  : `${set.name} (Version ${set.version}). ${forecastWords(forecastOfAll(categories, months, today(), interruptions))}${interruptions.map((rest) => ` ${restWords(rest)}.`).join('')}`
              }
            >
              <Surface>
                <Stack gap={3}>
                  <HoursLegend />
                  {categories.map((category) => (
                    <HoursBar key={category.category} label={categoryTitle(category)} hours={category} />
                  ))}
                </Stack>
              </Surface>
            </Section>
            {figures.length > 0 && (
              <Section title="Weitere Vorgaben">
                <Surface>
                  <FigureList figures={figures} />
                </Surface>
              </Section>
            )}
            {set !== null && set.treated_per_supervised !== null && (
              <RatioCard treated={treated} supervised={supervised} demanded={set.treated_per_supervised} />
            )}
            <CompetencyHoursPart competencies={competencies} />
          </>
        )}
      </QueryPart>
      <SectionReport traineeId={traineeId} />
      <Section
        title="Paket für einen Wechsel"
        description="Bestätigte Einträge, wer sie bestätigt hat, und Beschäftigungsabschnitte, soweit sie für Ihre Weiterbildungsstätte bestätigt wurden. Ohne Entwürfe und ohne Angaben zu Fällen."
      >
        <PackageButtons traineeId={traineeId} person={person} />
      </Section>
    </Stack>
  );
}
