import { Button, Stack, Text } from '@nemus/ui';
import { useAskForDates } from './useCourseOffer';

/** Instead of the purchase: the course has no date and no content yet, and the account can ask for a notification. */
export function DatesToFollow(course: { courseId: string; courseTitle: string; isAsked: boolean }) {
  return (
    <Stack gap={0.75} align="start">
      <Text strong>Termine folgen</Text>
      <Text variant="small" tone="muted">
        Sobald ein Termin feststeht, können Sie den Kurs kaufen.
      </Text>
      <AskForDates {...course} />
    </Stack>
  );
}

/** Asks for a notification of dates, or takes that back. Without `canAsk` only what was asked is shown. */
export function AskForDates({
  courseId,
  courseTitle,
  isAsked,
  canAsk = true,
}: {
  courseId: string;
  courseTitle: string;
  /** The account asked before. */
  isAsked: boolean;
  canAsk?: boolean;
}) {
  const ask = useAskForDates(courseId);
  if (!isAsked && !canAsk) return null;
  const label = isAsked ? 'Nicht mehr benachrichtigen' : 'Bei Terminen benachrichtigen';
  return (
    <Stack gap={0.5} align="start">
      {isAsked && (
        <Text variant="small" role="status">
          Wir benachrichtigen Sie, sobald es neue Termine gibt.
        </Text>
      )}
      <Button
        size="small"
        variant={isAsked ? 'quiet' : 'secondary'}
        icon={isAsked ? undefined : 'notifications'}
        loading={ask.isPending}
        aria-label={`${label}: ${courseTitle}`}
        onClick={() => ask.mutate(!isAsked)}
      >
        {label}
      </Button>
    </Stack>
  );
}
