import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { QueryPart, useDataClient } from '@nemus/area';
import { assignLearningCourse, seminarLearningQuery, type SeminarLearning as LearningLink } from '@nemus/data';
import { Button, Card, Form, FormActions, Link as TextLink, Row, Select, SkeletonText, Stack, Text } from '@nemus/ui';
import { Link } from 'react-router-dom';
import { useStaffMutation } from '../../dialogs/useStaffMutation';
import { SECTIONS } from '../../frame/sections';

/**
 * The e-learning course of a seminar. The choice is written into that course's draft, as on its own page: it takes
 * effect when the course is published, which checks it by the same rule.
 */
export function SeminarLearning({ seminarId }: { seminarId: string }) {
  const client = useDataClient();
  const links = useQuery(seminarLearningQuery(client, seminarId));
  const assign = useStaffMutation({
    act: ({ course, here }: { course: LearningLink; here: boolean }) =>
      assignLearningCourse(client, course.id, here ? seminarId : null),
    done: (_answer, { course, here }) => ({
      title: here ? 'Kurs zugeordnet' : 'Zuordnung gelöst',
      description: `Das gilt, sobald „${course.title}“ veröffentlicht ist.`,
    }),
    failed: 'Nicht zugeordnet',
  });
  return (
    <Card title="E-Learning-Kurs" level={2} as="div">
      <QueryPart query={links} title="E-Learning-Kurse" loading={<SkeletonText lines={2} />}>
        {(all) => {
          const own = all.filter(({ published_here, drafted_here }) => published_here || drafted_here);
          return own.length === 0 ? (
            <Choice
              courses={all}
              busy={assign.isPending}
              onChoose={(course) => assign.mutate({ course, here: true })}
            />
          ) : (
            <Stack as="ul" gap={1.5} sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
              {own.map((course) => (
                <Belonging
                  key={course.id}
                  course={course}
                  busy={assign.isPending}
                  onChange={(here) => assign.mutate({ course, here })}
                />
              ))}
            </Stack>
          );
        }}
      </QueryPart>
    </Card>
  );
}

/** A course and its seminar: in the published version, and in the draft. */
function stateOf({ published_here: published, drafted_here: drafted }: LearningLink): string {
  if (published && drafted) return 'Wer für das Seminar angemeldet ist, schließt es mit diesem Kurs ab.';
  return drafted
    ? 'Im Entwurf zugeordnet. Das gilt, sobald der Kurs veröffentlicht ist.'
    : 'Im Entwurf gelöst. Bis der Kurs veröffentlicht ist, gehört er noch dazu.';
}

function Belonging({
  course,
  busy,
  onChange,
}: {
  course: LearningLink;
  busy: boolean;
  onChange: (here: boolean) => void;
}) {
  const { id, title, drafted_here: drafted } = course;
  const label = drafted ? 'Zuordnung lösen' : 'Wieder zuordnen';
  return (
    <li>
      <Row justify="between" gap={1}>
        <Stack gap={0.25}>
          <TextLink component={Link} to={`${SECTIONS.learning.path}/${id}`}>
            {title === '' ? 'Ohne Titel' : title}
          </TextLink>
          <Text variant="small" tone="muted">
            {stateOf(course)}
          </Text>
        </Stack>
        <Button size="small" loading={busy} aria-label={`${label}: ${title}`} onClick={() => onChange(!drafted)}>
          {label}
        </Button>
      </Row>
    </li>
  );
}

function Choice({
  courses,
  busy,
  onChoose,
}: {
  courses: readonly LearningLink[];
  busy: boolean;
  onChoose: (course: LearningLink) => void;
}) {
  const [chosen, setChosen] = useState('');
  const [tried, setTried] = useState(false);
  const course = courses.find(({ id }) => id === chosen);
  if (courses.length === 0) {
    return (
      <Text tone="muted">
        Es gibt noch keinen E-Learning-Kurs. Sie legen ihn unter{' '}
        <TextLink component={Link} to={SECTIONS.learning.path}>
          E-Learning
        </TextLink>{' '}
        an.
      </Text>
    );
  }
  return (
    <Form
      aria-label="E-Learning-Kurs zuordnen"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (course) onChoose(course);
      }}
    >
      <Select
        label="Kurs, der dazugehört"
        placeholder="Bitte wählen"
        options={courses.map(({ id, title, is_published: isPublished, elsewhere }) => ({
          value: id,
          label: `${title || 'Ohne Titel'}${isPublished ? '' : ' (Entwurf)'}${elsewhere === null ? '' : `, bisher bei „${elsewhere}“`}`,
        }))}
        value={chosen}
        error={tried && !course ? 'Bitte wählen Sie einen Kurs.' : undefined}
        hint="Wer für das Seminar angemeldet ist, schließt es mit diesem Kurs ab."
        onChange={({ target }) => setChosen(target.value)}
      />
      <FormActions>
        <Button type="submit" loading={busy}>
          Zuordnen
        </Button>
      </FormActions>
    </Form>
  );
}
