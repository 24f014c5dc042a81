import { useState } from 'react';
import type { Appointment } from '@nemus/data';
import { Button, Dialog, Form, Stack, StarRatingInput, Text, TextArea } from '@nemus/ui';

/** Maximum length of a comment in characters, as in the database. */
const LONGEST_COMMENT = 2000;

/** One to five stars and a comment; an earlier rating can be changed. */
export function RatingDialog({
  appointment,
  saving,
  onSave,
  onClose,
}: {
  appointment: Appointment;
  saving: boolean;
  onSave: (stars: number, comment: string) => void;
  onClose: () => void;
}) {
  const [stars, setStars] = useState(appointment.rating);
  const [comment, setComment] = useState(appointment.feedback ?? '');
  return (
    <Dialog open onClose={onClose} closable={!saving} title="Termin bewerten" description={appointment.title}>
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          if (stars !== null) onSave(stars, comment);
        }}
      >
        <StarRatingInput
          label="Wie hat Ihnen der Termin gefallen?"
          value={stars}
          onChange={setStars}
          disabled={saving}
        />
        <TextArea
          label="Kommentar"
          optional
          hint="Ihre Rückmeldung hilft der Leitung. Bitte nennen Sie keine Namen von Patient*innen."
          maxLength={LONGEST_COMMENT}
          value={comment}
          onChange={({ target }) => setComment(target.value)}
          disabled={saving}
        />
        <Stack gap={1} align="end" sx={{ paddingBlockEnd: 2 }}>
          <Button type="submit" variant="primary" loading={saving} disabled={stars === null}>
            Bewertung speichern
          </Button>
          {stars === null && (
            <Text variant="caption" tone="muted">
              Wählen Sie zuerst 1 bis 5 Sterne.
            </Text>
          )}
        </Stack>
      </Form>
    </Dialog>
  );
}
