import type { SeminarDetails } from '@nemus/data';
import { Alert, Button, Dialog, formatEuro, formatNumber, Stack, Text } from '@nemus/ui';
import { missingOf } from '../../publishing/missing';
import { SentenceList } from '../../publishing/SentenceList';
import { GAP_TEXTS } from './seminar-labels';

/** Warnings before publishing, which do not prevent it. */
function notesOf({ course, coming_dates, elearning }: SeminarDetails): string[] {
  const units = elearning.reduce((sum, { units: own }) => sum + own, 0);
  return [
    ...(course.has_dates && coming_dates === 0
      ? ['Es gibt noch keinen kommenden Termin. Wer bucht, kann noch keinen wählen.']
      : []),
    ...(course.elearning_units > 0 && elearning.length === 0
      ? [`Für ${formatNumber(course.elearning_units)} UE E-Learning gibt es noch keinen E-Learning-Kurs.`]
      : []),
    ...(elearning.length > 0 && units !== course.elearning_units
      ? [
          `Der E-Learning-Kurs bucht ${formatNumber(units)} UE, das Seminar nennt ${formatNumber(course.elearning_units)} UE.`,
        ]
      : []),
    ...(course.price_euros === 0 ? ['Mit einem Preis von 0 € ist das Seminar nur mit Credits zu haben.'] : []),
  ];
}

/** Confirms publishing, or lists what the seminar lacks. */
export function PublishDialog({
  details,
  isDirty,
  busy,
  onConfirm,
  onClose,
}: {
  details: SeminarDetails;
  isDirty: boolean;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}) {
  const { course, gaps } = details;
  const missing = missingOf(gaps, GAP_TEXTS, isDirty);
  const ready = missing.length === 0;
  const notes = notesOf(details);
  return (
    <Dialog
      open
      onClose={onClose}
      closable={!busy}
      title={ready ? 'Seminar veröffentlichen?' : 'Noch nicht zu veröffentlichen'}
      description={course.title}
      actions={
        <>
          <Button onClick={onClose} disabled={busy}>
            {ready ? 'Abbrechen' : 'Schließen'}
          </Button>
          {ready && (
            <Button variant="primary" loading={busy} onClick={onConfirm}>
              Veröffentlichen
            </Button>
          )}
        </>
      }
    >
      <Stack gap={2}>
        {ready ? (
          <Text>
            Das Seminar steht dann im Katalog und kann gebucht werden, für {formatEuro(course.price_euros)} oder{' '}
            {formatNumber(course.credit_cost)} Credits. Ist es einmal verkauft, bleiben Kompetenz, Einheiten und
            Teilnahme, wie sie sind.
          </Text>
        ) : (
          <SentenceList items={missing} />
        )}
        {notes.length > 0 && (
          <Alert tone="warning" title="Zu beachten">
            <SentenceList items={notes} />
          </Alert>
        )}
      </Stack>
    </Dialog>
  );
}
