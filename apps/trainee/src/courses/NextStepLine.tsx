import type { Enrollment } from '@nemus/data';
import { ButtonLink, Stack, Text } from '@nemus/ui';
import { Link } from 'react-router-dom';
import { stepWords } from './step-words';
import { useNextSteps } from './useNextSteps';

/**
 * The next step in a course, in one line with its link, for the cards of lists. Nothing while unknown: the card works
 * without it.
 */
export function NextStepLine({
  enrollment,
  title,
}: {
  enrollment: Enrollment;
  /** Of the course: a list has many such links. */
  title: string;
}) {
  const { steps } = useNextSteps(enrollment);
  const step = steps?.[0];
  if (enrollment.status === 'completed') {
    return (
      <Text variant="small" tone="muted">
        Abgeschlossen. Ihr Zertifikat steht in Ihrem Profil.
      </Text>
    );
  }
  if (!step) return null;
  const { text, label, to } = stepWords(step, enrollment.status === 'in_progress');
  return (
    <Stack gap={1} align="start">
      <Text variant="small">
        <strong>Nächster Schritt:</strong> {text}
      </Text>
      {step.kind === 'choose' && (
        <ButtonLink component={Link} to={to} size="small" icon="appointments" aria-label={`${label}: ${title}`}>
          {label}
        </ButtonLink>
      )}
    </Stack>
  );
}
