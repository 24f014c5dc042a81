import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { QueryPart, useDataClient } from '@nemus/area';
import { CalendarDialog } from '@nemus/area/calendar';
import { teachersQuery, type Teacher } from '@nemus/data';
import { Breadcrumbs, Button, Card, EmptyState, Row, SkeletonRows, Stack, StatusChip, Text } from '@nemus/ui';
import { AcademyPage } from '../../frame/AcademyPage';
import { Link } from 'react-router-dom';
import { datePaths } from './date-paths';
import { TeacherDialog } from './TeacherDialog';

/** Teachers: add, rename, and deactivate. */
export default function TeachersPage() {
  const query = useQuery(teachersQuery(useDataClient()));
  const [opened, setOpened] = useState<Teacher | 'new' | null>(null);
  const [subscribed, setSubscribed] = useState<Teacher | null>(null);
  const add = (
    <Button variant="primary" icon="add" onClick={() => setOpened('new')}>
      Person eintragen
    </Button>
  );
  return (
    <AcademyPage
      title="Lehrende"
      intro="Wer an Terminen lehrt. Wer inaktiv ist, behält geplante Termine und bekommt keine neuen."
      actions={add}
      above={<Breadcrumbs component={Link} items={[{ label: 'Termine', to: datePaths.list }, { label: 'Lehrende' }]} />}
    >
      <QueryPart query={query} title="Lehrende" loading={<SkeletonRows count={4} />}>
        {(teachers) =>
          teachers.length === 0 ? (
            <EmptyState icon="trainees" title="Noch niemand ist eingetragen">
              Tragen Sie ein, wer lehrt: So sehen Sie schon beim Planen, wer zur selben Zeit anderswo ist.
            </EmptyState>
          ) : (
            <Stack as="ul" role="list" gap={1.5} sx={{ listStyle: 'none', padding: 0 }}>
              {teachers.map((teacher) => (
                <Card
                  as="li"
                  level={2}
                  key={teacher.id}
                  title={teacher.name}
                  aside={
                    <StatusChip tone={teacher.is_active ? 'success' : 'neutral'}>
                      {teacher.is_active ? 'Aktiv' : 'Inaktiv'}
                    </StatusChip>
                  }
                >
                  <Row justify="between">
                    <Text variant="small" tone="muted">
                      {teacher.email ?? 'Ohne E-Mail-Adresse'}
                    </Text>
                    <Row>
                      <Button
                        size="small"
                        icon="refresh"
                        aria-label={`Kalender abonnieren: ${teacher.name}`}
                        onClick={() => setSubscribed(teacher)}
                      >
                        Kalender abonnieren
                      </Button>
                      <Button
                        size="small"
                        icon="edit"
                        aria-label={`Bearbeiten: ${teacher.name}`}
                        onClick={() => setOpened(teacher)}
                      >
                        Bearbeiten
                      </Button>
                    </Row>
                  </Row>
                </Card>
              ))}
            </Stack>
          )
        }
      </QueryPart>
      {subscribed !== null && <CalendarDialog teacher={subscribed} onClose={() => setSubscribed(null)} />}
      {opened !== null && <TeacherDialog teacher={opened === 'new' ? null : opened} onClose={() => setOpened(null)} />}
    </AcademyPage>
  );
}
