import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { QueryPart, useDataClient } from '@nemus/area';
import { seminarDatesQuery, type Course } from '@nemus/data';
import { Button, Row, Section, SkeletonRows, Stack, Text } from '@nemus/ui';
import { SeminarDateRow } from '../../dates/SeminarDateRow';

/** Number of dates before "show more". */
const SHOWN = 5;

/** The next dates of a course with their free places. */
export function CourseDates({ course }: { course: Course }) {
  const dates = useQuery(seminarDatesQuery(useDataClient(), course.id));
  const [shown, setShown] = useState(SHOWN);
  return (
    <Section title="Nächste Termine">
      <QueryPart query={dates} title="Termine dieses Kurses" loading={<SkeletonRows count={3} height={110} />}>
        {(rows) =>
          rows.length === 0 ? (
            <Text tone="muted">Zurzeit stehen keine Termine fest. Sobald es neue gibt, finden Sie sie hier.</Text>
          ) : (
            <Stack gap={1.5}>
              <Stack as="ul" role="list" gap={1.5} sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
                {rows.slice(0, shown).map((date) => (
                  <SeminarDateRow key={date.id} date={date} />
                ))}
              </Stack>
              {rows.length > shown && (
                <Row justify="center">
                  <Button icon="chevron-down" onClick={() => setShown(shown + SHOWN)}>
                    Weitere Termine anzeigen
                  </Button>
                </Row>
              )}
            </Stack>
          )
        }
      </QueryPart>
    </Section>
  );
}
