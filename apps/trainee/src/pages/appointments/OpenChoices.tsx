import { useDialogAddress } from '@nemus/area';
import type { Appointment, Enrollment } from '@nemus/data';
import { ButtonLink, Card, CardGrid, Section, Text } from '@nemus/ui';
import { Link } from 'react-router-dom';
import { dateStep } from '../../courses/next-step';
import { stepWords } from '../../courses/step-words';
import { DIALOGS } from '../../paths';

/** Courses that still need a date. Nothing without any, or while unknown. */
export function OpenChoices({
  enrollments,
  appointments,
  now,
}: {
  enrollments: readonly Enrollment[];
  appointments: readonly Appointment[] | undefined;
  now: number;
}) {
  const { linkTo } = useDialogAddress(DIALOGS.dates);
  if (appointments === undefined) return null;
  const open = enrollments.flatMap((enrollment) => {
    if (enrollment.status === 'completed' || enrollment.course?.has_dates !== true) return [];
    const step = dateStep(enrollment, appointments, now);
    return step?.kind === 'choose' ? [{ id: enrollment.course_id, title: enrollment.course.title, step }] : [];
  });
  if (open.length === 0) return null;
  return (
    <Section title="Termin noch zu wählen">
      <CardGrid min="20rem" label="Termin noch zu wählen">
        {open.map(({ id, title, step }) => (
          <Card
            as="li"
            key={id}
            title={title}
            footer={
              <ButtonLink
                component={Link}
                {...linkTo(id)}
                variant="primary"
                size="small"
                icon="appointments"
                aria-label={`Termin wählen: ${title}`}
              >
                Termin wählen
              </ButtonLink>
            }
          >
            <Text variant="small">{stepWords(step, false).text}</Text>
          </Card>
        ))}
      </CardGrid>
    </Section>
  );
}
