import { useState } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import { LeaveGuard } from '@nemus/area';
import { COMPETENCY_LABELS, type Course, type CreditBalance } from '@nemus/data';
import {
  Alert,
  Button,
  Card,
  ConfirmDialog,
  Divider,
  Form,
  formatCents,
  formatCount,
  formatDate,
  formatEuro,
  formatNumber,
  formatUnits,
  Link as TextLink,
  RadioGroup,
  Row,
  Stack,
  Text,
  TextField,
} from '@nemus/ui';
import { useSearchParams } from 'react-router-dom';
import { bookingCost, dayFromNow, type BookingPayment } from '../../bookings/booking-order';
import { ParticipantPicker, type Participants } from './ParticipantPicker';
import { useCardBooking, useCreditBooking } from './useBooking';

const NOBODY: Participants = new Map();
/** Days until a course begins unless another day is chosen. */
const USUAL_LEAD = 14;

/** For whom, from when, paid how; then one confirmation with the total. */
export function BookingForm({ course, balance }: { course: Course; balance: UseQueryResult<CreditBalance | null> }) {
  const [now] = useState(() => new Date());
  const today = dayFromNow(now, 0);
  const [chosen, setChosen] = useState(NOBODY);
  const [startsOn, setStartsOn] = useState(() => dayFromNow(now, USUAL_LEAD));
  const [wanted, setWanted] = useState<BookingPayment>('credits');
  const [problem, setProblem] = useState<'participants' | 'start' | null>(null);
  const [asking, setAsking] = useState(false);
  const credits = balance.data?.available_credits ?? 0;
  const cost = bookingCost(course, chosen.size, credits);
  const payment = wanted === 'credits' && cost.affordable ? 'credits' : wanted === 'card' ? 'card' : null;
  const byCredits = useCreditBooking(course);
  const byCard = useCardBooking(course);
  const [, setParams] = useSearchParams();
  const leave = () =>
    setParams((current) => {
      const next = new URLSearchParams(current);
      next.delete('kurs');
      return next;
    });

  const check = () => {
    const found = chosen.size === 0 ? 'participants' : startsOn === '' || startsOn < today ? 'start' : null;
    setProblem(found);
    if (found === null && payment !== null) setAsking(true);
  };
  const confirm = () => {
    const traineeIds = [...chosen.keys()];
    if (payment === 'credits') {
      byCredits.mutate({ traineeIds, startsOn }, { onSettled: () => setAsking(false) });
      return;
    }
    setAsking(false);
    byCard.start(traineeIds);
  };

  return (
    <Form
      aria-label={`Kurs buchen: ${course.title}`}
      onSubmit={(event) => {
        event.preventDefault();
        check();
      }}
    >
      <LeaveGuard when={chosen.size > 0 && !byCredits.isPending && !byCredits.isSuccess && byCard.address === null} />
      <Row>
        <Button variant="quiet" icon="arrow-left" onClick={leave}>
          Anderen Kurs wählen
        </Button>
      </Row>
      <Card
        title={course.title}
        level={2}
        as="div"
        subtitle={`${COMPETENCY_LABELS[course.competency]} · ${course.difficulty} · ${formatUnits(course.duration_hours)}`}
      >
        <Text variant="small" numeric>
          {formatNumber(course.credit_cost)} Credits oder {formatEuro(course.price_euros)} je teilnehmende Person
        </Text>
      </Card>
      <Card title="1. Teilnehmende" level={2} as="div" aside={<Text variant="small">{chosen.size} ausgewählt</Text>}>
        {problem === 'participants' && chosen.size === 0 && (
          <Alert tone="error">Bitte wählen Sie mindestens eine Person aus.</Alert>
        )}
        <ParticipantPicker courseId={course.id} chosen={chosen} onChange={setChosen} />
      </Card>
      <Card title="2. Beginn und Zahlung" level={2} as="div">
        {wanted === 'credits' && (
          <TextField
            label="Erster Kurstag"
            type="date"
            min={today}
            value={startsOn}
            onChange={({ target }) => setStartsOn(target.value)}
            error={problem === 'start' ? 'Bitte wählen Sie einen Tag ab heute.' : undefined}
          />
        )}
        <RadioGroup<BookingPayment>
          label="Zahlungsart"
          look="framed"
          value={wanted}
          onValueChange={setWanted}
          options={[
            {
              value: 'credits',
              label: 'Mit Credits',
              hint: cost.affordable
                ? `${formatNumber(credits)} verfügbar`
                : `Nicht genügend Credits (${formatNumber(credits)} verfügbar)`,
            },
            { value: 'card', label: 'Mit Karte', hint: 'Die Zahlungsseite öffnet sich in einem neuen Tab.' },
          ]}
        />
        <Divider />
        <Row justify="between" align="baseline">
          <Text strong>Gesamt</Text>
          <Text variant="subheading" as="p" numeric aria-live="polite">
            {wanted === 'credits' ? `${formatNumber(cost.credits)} Credits` : formatCents(cost.cents)}
          </Text>
        </Row>
      </Card>
      {byCard.address !== null && (
        <Alert tone="info" title="Zahlung im neuen Tab">
          Gebucht ist der Kurs, sobald er bezahlt ist. Kein neuer Tab?{' '}
          <TextLink href={byCard.address} external>
            Zahlungsseite öffnen
          </TextLink>
        </Alert>
      )}
      <Row>
        <Button type="submit" variant="primary" disabled={payment === null} loading={byCard.starting}>
          Buchung prüfen
        </Button>
        <Button onClick={leave}>Abbrechen</Button>
      </Row>
      <ConfirmDialog
        open={asking}
        title={`${course.title} buchen?`}
        confirmLabel={payment === 'credits' ? 'Verbindlich buchen' : 'Zur Zahlung'}
        busy={byCredits.isPending}
        onConfirm={confirm}
        onCancel={() => setAsking(false)}
      >
        <Stack gap={1}>
          <span>
            {formatCount(chosen.size, 'Person', 'Personen')}: {namesOf(chosen)}
          </span>
          {payment === 'credits' ? (
            <>
              <span>Erster Kurstag: {formatDate(startsOn)}</span>
              <strong>
                Gesamt: {formatNumber(cost.credits)} Credits, danach sind {formatNumber(credits - cost.credits)}{' '}
                verfügbar.
              </strong>
            </>
          ) : (
            <strong>Gesamt: {formatCents(cost.cents)}</strong>
          )}
          <span>Es werden alle gebucht oder niemand.</span>
        </Stack>
      </ConfirmDialog>
    </Form>
  );
}

/** Names that the confirmation spells out; of a long list the first ones. */
function namesOf(chosen: Participants): string {
  const names = [...chosen.values()];
  const rest = names.length - 8;
  return rest > 0 ? `${names.slice(0, 8).join(', ')} und ${formatNumber(rest)} weitere` : names.join(', ');
}
