import type { SeminarDetails } from '@nemus/data';
import { ConfirmDialog, formatCount } from '@nemus/ui';

/** Confirms retiring a seminar, and explains what that means for its participants. */
export function RetireDialog({
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
  const { course, enrolled, completed, waiting_orders, coming_dates } = details;
  const running = enrolled - completed;
  const follows = [
    `„${course.title}“ steht dann nicht mehr im Katalog, und niemand kann es mehr buchen.`,
    enrolled === 0
      ? 'Zurzeit ist niemand eingeschrieben.'
      : `${formatCount(enrolled, 'Person behält', 'Personen behalten')} ihren Zugang, ihren Fortschritt und ihre Termine${running === 0 ? '' : `; ${formatCount(running, 'Person hat', 'Personen haben')} es noch nicht abgeschlossen`}.`,
    coming_dates === 0
      ? ''
      : `${formatCount(coming_dates, 'kommender Termin findet', 'kommende Termine finden')} weiter statt.`,
    waiting_orders === 0
      ? ''
      : `${formatCount(waiting_orders, 'begonnene Zahlung wird', 'begonnene Zahlungen werden')} erstattet, wenn das Geld noch eingeht.`,
    isDirty ? 'Ihre Änderungen im Formular sind noch nicht gespeichert und werden verworfen.' : '',
    'Sie können das Seminar jederzeit wieder veröffentlichen.',
  ];
  return (
    <ConfirmDialog
      open
      danger
      busy={busy}
      title="Seminar zurückziehen?"
      confirmLabel="Zurückziehen"
      onConfirm={onConfirm}
      onCancel={onClose}
    >
      {follows.filter(Boolean).join(' ')}
    </ConfirmDialog>
  );
}
