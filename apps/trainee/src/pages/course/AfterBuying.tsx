import type { Course } from '@nemus/data';
import { Card, Stack, Text } from '@nemus/ui';

/** What happens after buying the course. */
export function AfterBuying({ course }: { course: Course }) {
  const steps = [
    'Der Kurs steht Ihnen sofort zur Verfügung.',
    ...(course.has_dates
      ? [
          'Sie wählen einen der Termine. Bis zu seiner Frist können Sie ihn ändern oder absagen; für ausgebuchte Termine gibt es eine Warteliste.',
          'Am Termin wird Ihre Teilnahme eingetragen.',
        ]
      : []),
    ...(course.elearning_units > 0 ? ['Das E-Learning bearbeiten Sie, wann es Ihnen passt.'] : []),
    'Nach dem Abschluss stehen die Stunden in Ihrer Weiterbildung und das Zertifikat in Ihrem Profil.',
  ];
  return (
    <Card as="div" level={2} title="So geht es nach dem Kauf weiter">
      <Stack as="ol" gap={0.75} sx={{ margin: 0, paddingInlineStart: 2.5 }}>
        {steps.map((step) => (
          <Text as="li" key={step}>
            {step}
          </Text>
        ))}
      </Stack>
    </Card>
  );
}
