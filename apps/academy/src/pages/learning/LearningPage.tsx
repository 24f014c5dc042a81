import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { QueryPart, reasonOf, useAction, useDataClient } from '@nemus/area';
import { usePorts } from '@nemus/contract/react';
import { createLearningCourse, duplicateLearningCourse, learningDeskQuery, type DeskCourse } from '@nemus/data';
import {
  Button,
  ButtonLink,
  Card,
  Chip,
  EmptyState,
  formatCount,
  formatDate,
  Row,
  SkeletonCards,
  Stack,
  TextField,
} from '@nemus/ui';
import { AcademyPage } from '../../frame/AcademyPage';
import { Link, useNavigate } from 'react-router-dom';
import { useStaffMutation } from '../../dialogs/useStaffMutation';

const STATES: Readonly<Record<DeskCourse['state'], string>> = {
  draft: 'Entwurf',
  published: 'Veröffentlicht',
  retired: 'Zurückgezogen',
};

/** Path of the editor of a course. */
export const coursePath = (id: string) => `/academy/e-learning/${encodeURIComponent(id)}`;

/** All e-learning courses and drafts, and the way to a new one. */
export default function LearningPage() {
  const client = useDataClient();
  const courses = useQuery(learningDeskQuery(client));
  return (
    <AcademyPage
      title="E-Learning"
      intro="Kurse schreiben, prüfen und veröffentlichen. Teilnehmer*innen sehen Entwürfe nicht."
    >
      <NewCourse />
      <QueryPart query={courses} title="E-Learning-Kurse" loading={<SkeletonCards count={3} />}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState icon="elearning" title="Noch kein E-Learning-Kurs">
              Geben Sie oben einen Titel ein, um den ersten zu beginnen.
            </EmptyState>
          ) : (
            <Stack as="ul" gap={1.5} sx={{ listStyle: 'none', padding: 0, margin: 0 }}>
              {rows.map((course) => (
                <CourseRow key={course.id} course={course} />
              ))}
            </Stack>
          )
        }
      </QueryPart>
    </AcademyPage>
  );
}

function CourseRow({ course }: { course: DeskCourse }) {
  const title = course.title || 'Ohne Titel';
  const client = useDataClient();
  const navigate = useNavigate();
  const duplicate = useStaffMutation({
    act: () => duplicateLearningCourse(client, course.id),
    done: () => ({ title: 'Kopie angelegt', description: 'Ein Entwurf mit Texten, Fragen und Dateien, ohne Seminar.' }),
    failed: 'Keine Kopie angelegt',
    onDone: (id) => void navigate(coursePath(id)),
  });
  return (
    <Card
      as="li"
      level={2}
      title={title}
      subtitle={[
        formatCount(course.modules, 'Modul', 'Module'),
        course.version === null ? null : `Version ${course.version}`,
        `gespeichert am ${formatDate(course.saved_at)}`,
      ]
        .filter((part) => part !== null)
        .join(' · ')}
      aside={
        <>
          {course.has_changes ? <Chip tone="warning">Geändert</Chip> : null}
          <Chip tone={course.state === 'published' ? 'success' : 'neutral'}>{STATES[course.state]}</Chip>
        </>
      }
    >
      <Row gap={1}>
        <ButtonLink component={Link} to={coursePath(course.id)} aria-label={`${title} bearbeiten`}>
          Bearbeiten
        </ButtonLink>
        <Button
          variant="quiet"
          loading={duplicate.isPending}
          aria-label={`${title} duplizieren`}
          onClick={() => duplicate.mutate()}
        >
          Duplizieren
        </Button>
      </Row>
    </Card>
  );
}

function NewCourse() {
  const client = useDataClient();
  const navigate = useNavigate();
  const { notify } = usePorts();
  const [title, setTitle] = useState('');
  const [error, setError] = useState<string>();
  const create = useAction({
    mutationFn: (typed: string) => createLearningCourse(client, typed),
    onSuccess: (id) => navigate(coursePath(id)),
    onError: (failure) => notify({ kind: 'error', title: 'Kurs nicht angelegt', description: reasonOf(failure) }),
  });
  return (
    <Card title="Neuer Kurs" level={2}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const missing = title.trim() === '';
          setError(missing ? 'Bitte geben Sie einen Titel ein.' : undefined);
          if (!missing) create.mutate(title);
        }}
      >
        <Row gap={1.5} align="end">
          <Stack sx={{ flex: '1 1 18rem' }}>
            <TextField
              label="Titel des Kurses"
              value={title}
              maxLength={200}
              error={error}
              onChange={(event) => setTitle(event.target.value)}
            />
          </Stack>
          <Button type="submit" variant="primary" icon="add" loading={create.isPending}>
            Kurs anlegen
          </Button>
        </Row>
      </form>
    </Card>
  );
}
