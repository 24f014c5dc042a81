import type { UseQueryResult } from '@tanstack/react-query';
import { QueryPart } from '@nemus/area';
import { COMPETENCIES, COMPETENCY_LABELS, type CompetencyProgress } from '@nemus/data';
import { Link as UiLink, ProgressBar, Row, SampleChip, Section, Stack, Surface } from '@nemus/ui';
import { Link } from 'react-router-dom';
import { paths } from '../../paths';
import { BarsLoading } from './BarsLoading';

/** Progress in each of the six competencies. */
export function CompetencyOverview({ progress }: { progress: UseQueryResult<CompetencyProgress> }) {
  return (
    <Section
      title="Kompetenzen"
      actions={
        <Row>
          {progress.data?.isSample === true && <SampleChip />}
          <UiLink component={Link} to={paths.competencies}>
            Alle Details
          </UiLink>
        </Row>
      }
    >
      <QueryPart
        query={progress}
        title="Ihr Stand in den Kompetenzen"
        loading={
          <BarsLoading label="Ihr Stand in den Kompetenzen wird geladen …" bars={COMPETENCIES.length} gap={2.5} />
        }
      >
        {(percentages) => (
          <Surface>
            <Stack as="ul" gap={2.5} sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
              {COMPETENCIES.map((competency) => (
                <li key={competency}>
                  <ProgressBar label={COMPETENCY_LABELS[competency]} value={percentages[competency]} />
                </li>
              ))}
            </Stack>
          </Surface>
        )}
      </QueryPart>
    </Section>
  );
}
