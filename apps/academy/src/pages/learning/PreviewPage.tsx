import { useQuery } from '@tanstack/react-query';
import { QueryPart, useDataClient } from '@nemus/area';
import { useSession } from '@nemus/contract/react';
import { learningDraftQuery, learningVersionQuery, learningVersionsQuery, type LearningDocument } from '@nemus/data';
import {
  Alert,
  Breadcrumbs,
  Card,
  Chip,
  formatDateTime,
  formatUnits,
  Row,
  Section,
  Select,
  SkeletonCards,
  Stack,
  Text,
} from '@nemus/ui';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { AcademyPage } from '../../frame/AcademyPage';
import { readLocalDraft } from './local-draft';
import { learningPaths } from './learning-paths';
import { PreviewBlock } from './PreviewBlock';

/** The draft or a published version of a course as learners see it. Nothing is counted: no progress, no quiz run. */
export default function PreviewPage() {
  const { courseId = '' } = useParams();
  const [params, setParams] = useSearchParams();
  const client = useDataClient();
  const { userId } = useSession();
  const number = Number(params.get('version')) || null;
  const draft = useQuery({ ...learningDraftQuery(client, courseId), enabled: number === null });
  const version = useQuery({ ...learningVersionQuery(client, courseId, number ?? 0), enabled: number !== null });
  const versions = useQuery(learningVersionsQuery(client, courseId));
  const local = number === null ? readLocalDraft(userId, courseId) : null;
  const document = number === null ? (local?.document ?? draft.data?.document) : version.data;
  return (
    <AcademyPage
      title="Ansicht der Lernenden"
      width="narrow"
      above={
        <Breadcrumbs
          component={Link}
          items={[
            { label: 'E-Learning', to: learningPaths.list },
            { label: document?.title || 'Kurs', to: learningPaths.course(courseId) },
            { label: 'Ansicht der Lernenden' },
          ]}
        />
      }
    >
      <Select
        label="Version"
        value={number === null ? '' : String(number)}
        options={[
          { value: '', label: 'Entwurf' },
          ...(versions.data ?? []).map((one) => ({
            value: String(one.number),
            label: `Version ${one.number}, veröffentlicht am ${formatDateTime(one.created_at)} Uhr`,
          })),
        ]}
        onChange={({ target }) => setParams(target.value === '' ? {} : { version: target.value }, { replace: true })}
      />
      <Alert title="Hier wird nichts gezählt">
        {`Alle Module sind offen, und niemand beginnt damit den Kurs.${local === null ? '' : ' Die Ansicht enthält Ihre Eingaben, die noch nicht gespeichert sind.'}`}
      </Alert>
      {number === null ? (
        <QueryPart query={draft} title="Der Entwurf" loading={<SkeletonCards count={3} />}>
          {(row) => <Preview courseId={courseId} document={local?.document ?? row.document} />}
        </QueryPart>
      ) : (
        <QueryPart query={version} title={`Version ${number}`} loading={<SkeletonCards count={3} />}>
          {(found) => <Preview courseId={courseId} document={found} />}
        </QueryPart>
      )}
    </AcademyPage>
  );
}

function Preview({ courseId, document }: { courseId: string; document: LearningDocument }) {
  const { title, description, learning_goal: goal, units, difficulty, blocks } = document;
  return (
    <Stack gap={3}>
      <Card as="div" title={title || 'Ohne Titel'} level={2} subtitle={description}>
        <Row gap={0.75}>
          {units !== null && <Chip icon="clock">{formatUnits(units)}</Chip>}
          {difficulty !== '' && <Chip>{difficulty}</Chip>}
        </Row>
        {goal !== '' && (
          <Stack gap={0.5}>
            <Text as="h3" variant="subheading">
              Lernziel
            </Text>
            <Text tone="muted">{goal}</Text>
          </Stack>
        )}
      </Card>
      <Section title="Blöcke">
        {blocks.length === 0 ? (
          <Text tone="muted">Diese Version hat keine Blöcke.</Text>
        ) : (
          <Stack as="ul" gap={2} sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
            {blocks.map((block, place) => (
              <PreviewBlock
                key={block.key}
                courseId={courseId}
                block={block}
                letter={String.fromCodePoint(65 + place)}
              />
            ))}
          </Stack>
        )}
      </Section>
    </Stack>
  );
}
