import { pageReads, QueryPart, SampleNotice } from '@nemus/area';
import { competencyPlansQuery, competencyProgressQuery } from '@nemus/data';
import { CardGrid, Page, Section, SkeletonCards } from '@nemus/ui';
import { CompetencyCard } from './CompetencyCard';
import { joinCompetencies } from './competency-overview';
import { ProgressPicture, ProgressPictureLoading } from './ProgressPicture';

const CARD_WIDTH = '20rem';

export const { reads, usePageReads } = pageReads(({ client, userId }) => ({
  progress: competencyProgressQuery(client, userId),
  plans: competencyPlansQuery(client, userId),
}));

/** The six competencies as a picture and one by one. */
export default function CompetenciesPage() {
  const { progress, plans } = usePageReads();
  return (
    <Page
      title="Meine Kompetenzen"
      intro="Sechs Kernkompetenzen tragen Ihre Weiterbildung. Hier sehen Sie, wie weit Sie in jeder sind."
    >
      <SampleNotice shown={progress.data?.isSample === true} />
      <QueryPart query={progress} title="Ihr Fortschritt im Überblick" loading={<ProgressPictureLoading />}>
        {(percentages) => <ProgressPicture states={joinCompetencies(percentages, [])} />}
      </QueryPart>
      <Section
        title="Im Einzelnen"
        description="Ein Modul ist ein besuchter Termin, ein abgeschlossener E-Learning-Kurs, ein Zertifikat oder ein bestätigter Logbucheintrag dieser Kompetenz."
      >
        <QueryPart query={progress} title="Ihre Kompetenzen" loading={<CardsLoading />}>
          {(percentages) => (
            <QueryPart query={plans} title="Ihre Module" loading={<CardsLoading />}>
              {(rows) => (
                <CardGrid min={CARD_WIDTH} label="Kompetenzen">
                  {joinCompetencies(percentages, rows).map((state) => (
                    <CompetencyCard key={state.competency} state={state} />
                  ))}
                </CardGrid>
              )}
            </QueryPart>
          )}
        </QueryPart>
      </Section>
    </Page>
  );
}

function CardsLoading() {
  return <SkeletonCards count={6} min={CARD_WIDTH} lines={2} />;
}
