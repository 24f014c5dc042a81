import { useQuery } from '@tanstack/react-query';
import { useDataClient } from '@nemus/area';
import { bookingRulesQuery, type BookingRules as Rules } from '@nemus/data';
import { formatCount, formatDate, Text } from '@nemus/ui';

/** What prevents a change, in words. */
export const BAR_WORDS = {
  booking_over: 'Diese Buchung ist storniert oder abgeschlossen und kann nicht mehr geändert werden.',
  booking_is_sample: 'Dies ist eine Beispielbuchung. Sie kann nicht geändert werden.',
  place_begun: 'Hat den Kurs begonnen: Dieser Platz kann nicht mehr storniert werden.',
  place_date_near: 'Der gewählte Termin ist zu nah: Dieser Platz kann nicht mehr storniert werden.',
  trainee_left: 'Ist nicht mehr mit Ihnen verbunden: Dieser Platz kann nicht mehr storniert werden.',
} as const;

const WHAT_FOLLOWS =
  'Ein Platz lässt sich stornieren, solange die Person den Kurs nicht begonnen hat. Credits sind sofort wieder verfügbar, Geld geht auf dem Weg Ihrer Zahlung zurück, und die Teilnehmenden erhalten eine Nachricht.';

/** The rules in one paragraph, with the database's deadline; a course with dates has none. */
export function RulesText({ rules: { notice_days, change_until, is_open } }: { rules: Rules }) {
  const days = formatCount(notice_days, 'Tag', 'Tage');
  if (change_until === null) {
    return (
      <Text variant="small" tone="muted">
        {`Plätze können Sie kostenfrei stornieren, solange die Person keinen Termin hat, und danach bis ${days} vor dem gewählten Termin. ${WHAT_FOLLOWS}`}
      </Text>
    );
  }
  return (
    <Text variant="small" tone="muted">
      {is_open
        ? `Bis einschließlich ${formatDate(change_until)} (${days} vor dem ersten Kurstag) können Sie den Beginn verschieben und Plätze kostenfrei stornieren. ${WHAT_FOLLOWS}`
        : `Änderungen und Stornierungen waren bis ${formatDate(change_until)} möglich, ${days} vor dem ersten Kurstag.`}
    </Text>
  );
}

/** The rules for a booking that is about to be made; nothing while they are not known. */
export function RulesBeforeBooking({ startsOn }: { startsOn: string | null }) {
  const { data } = useQuery(bookingRulesQuery(useDataClient(), startsOn));
  if (data === undefined) return null;
  if (data.is_open) return <RulesText rules={data} />;
  return (
    <Text variant="small" tone="muted">
      Der Kurs beginnt in weniger als {formatCount(data.notice_days, 'Tag', 'Tagen')}: Diese Buchung kann danach weder
      verschoben noch storniert werden.
    </Text>
  );
}
