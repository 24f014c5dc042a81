import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { QueryPart, useDataClient } from '@nemus/area';
import {
  disputeState,
  endSentence,
  type OpenWithdrawal,
  type OrderTasks,
  orderTasksQuery,
  retrySetAside,
} from '@nemus/data';
import {
  Button,
  EmptyState,
  formatCents,
  formatCount,
  formatDateTime,
  Link as TextLink,
  Row,
  Section,
  Skeleton,
  Stack,
  Text,
} from '@nemus/ui';
import { AcademyPage } from '../../frame/AcademyPage';
import { useStaffMutation } from '../../dialogs/useStaffMutation';
import { Link } from 'react-router-dom';
import { paths } from '../../paths';
import { HandleWithdrawalDialog, WithdrawalCard } from './WithdrawalCard';
import { Deadline } from './Deadline';
import { goesOn, JOBS, owedReason } from './order-labels';
import { OrderTable } from './OrderTable';

/** Pending tasks about orders: payments, refunds, disputes, withdrawals. */
export default function OrderTasksPage() {
  const client = useDataClient();
  const query = useQuery(orderTasksQuery(client));
  return (
    <AcademyPage
      width="wide"
      title="Offene Vorgänge"
      intro="Was bei Bestellungen auf jemanden wartet, das Älteste zuerst."
      above={
        <Row gap={2}>
          <TextLink component={Link} to={paths.orders}>
            Alle Bestellungen
          </TextLink>
          <TextLink component={Link} to={paths.withdrawals}>
            Alle Widerrufe
          </TextLink>
        </Row>
      }
    >
      <QueryPart query={query} title="Offene Vorgänge" loading={<Skeleton height={320} />}>
        {(tasks) => <Tasks tasks={tasks} />}
      </QueryPart>
    </AcademyPage>
  );
}

function Tasks({ tasks }: { tasks: OrderTasks }) {
  const [handling, setHandling] = useState<OpenWithdrawal | null>(null);
  const { unsettled, refunds, disputes, attention, withdrawals, events, set_aside: aside } = tasks;
  if ([unsettled, refunds, disputes, attention, withdrawals, events, aside].every(({ length }) => length === 0)) {
    return (
      <EmptyState icon="check" title="Alles erledigt">
        Keine offene Zahlung, Erstattung, Anfechtung und kein Widerruf.
      </EmptyState>
    );
  }
  return (
    <Stack gap={4}>
      {withdrawals.length > 0 && (
        <Section title={`Widerrufe (${withdrawals.length})`}>
          <Stack gap={2}>
            {withdrawals.map((withdrawal) => (
              <WithdrawalCard
                key={withdrawal.reference}
                withdrawal={withdrawal}
                onHandle={() => setHandling(withdrawal)}
              />
            ))}
          </Stack>
        </Section>
      )}
      {unsettled.length > 0 && (
        <Section title={`Zahlungen ohne Ergebnis (${unsettled.length})`}>
          <OrderTable caption="Zahlungen ohne Ergebnis" orders={unsettled} />
        </Section>
      )}
      {refunds.length > 0 && (
        <Section title={`Erstattungen, die noch nicht durch sind (${refunds.length})`}>
          <Stack as="ul" gap={1.5} sx={{ paddingInlineStart: 2.5, margin: 0 }}>
            {refunds.map(
              ({
                refund_id: id,
                order_id: order,
                buyer,
                title,
                amount_cents: cents,
                reason,
                attempts,
                last_error: error,
                is_held: held,
              }) => (
                <li key={id}>
                  <TextLink component={Link} to={paths.order(order)}>
                    {formatCents(cents)} an {buyer}: {title}
                  </TextLink>
                  <Text variant="small" tone="muted">
                    Grund: {owedReason(reason)}
                  </Text>
                  <Text variant="small" tone="muted" sx={{ overflowWrap: 'anywhere' }}>
                    {held
                      ? `Beim Zahlungsanbieter fehlgeschlagen (${error ?? ''}). Bitte auf der Bestellung noch einmal auszahlen oder überweisen.`
                      : attempts === 0
                        ? 'Noch nicht versucht'
                        : `${attempts} Versuche, zuletzt: ${error ?? ''}`}
                  </Text>
                </li>
              ),
            )}
          </Stack>
        </Section>
      )}
      {disputes.length > 0 && (
        <Section title={`Anfechtungen bei der Bank (${disputes.length})`}>
          <Stack as="ul" gap={1.5} sx={{ paddingInlineStart: 2.5, margin: 0 }}>
            {disputes.map(
              ({
                dispute_id: id,
                order_id: order,
                buyer,
                title,
                amount_cents: cents,
                status,
                created_at: at,
                due_at: due,
              }) => (
                <li key={id}>
                  {order === null ? (
                    <Text>{formatCents(cents)}: Verlängerung eines Abonnements</Text>
                  ) : (
                    <TextLink component={Link} to={paths.order(order)}>
                      {formatCents(cents)} von {buyer}: {title}
                    </TextLink>
                  )}
                  {due !== null && <Deadline label="Antworten bis" moment={due} words={formatDateTime(due)} />}
                  <Text variant="small" tone="muted">
                    {formatDateTime(at)}, {id}, Stand beim Anbieter: {disputeState(status)}. Belege reichen Sie dort
                    ein.
                  </Text>
                </li>
              ),
            )}
          </Stack>
        </Section>
      )}
      {attention.length > 0 && (
        <Section title={`Zu prüfen (${attention.length})`}>
          <OrderTable caption="Zu prüfende Bestellungen" orders={attention} />
        </Section>
      )}
      {events.length > 0 && (
        <Section title={`Meldungen des Anbieters, die nicht verarbeitet wurden (${events.length})`}>
          <Stack as="ul" gap={1} sx={{ paddingInlineStart: 2.5, margin: 0 }}>
            {events.map(({ event_id: id, type, occurred_at: at, last_error: error }) => (
              <li key={id}>
                <Text sx={{ overflowWrap: 'anywhere' }}>
                  {formatDateTime(at)}: {type}, {id}
                </Text>
                <Text variant="small" tone="muted" sx={{ overflowWrap: 'anywhere' }}>
                  {error}
                </Text>
              </li>
            ))}
          </Stack>
        </Section>
      )}
      {aside.length > 0 && (
        <Section title={`Zurückgestellte Aufgaben (${aside.length})`}>
          <Stack as="ul" gap={1} sx={{ paddingInlineStart: 2.5, margin: 0 }}>
            {aside.map((failure) => (
              <SetAside key={`${failure.job} ${failure.item}`} failure={failure} />
            ))}
          </Stack>
        </Section>
      )}
      {handling && <HandleWithdrawalDialog withdrawal={handling} onClose={() => setHandling(null)} />}
    </Stack>
  );
}

/** An item of a job that failed, and a way to have it tried now. */
function SetAside({ failure }: { failure: OrderTasks['set_aside'][number] }) {
  const { job, item, error, attempts, failed_at: at } = failure;
  const client = useDataClient();
  const what = `${JOBS[job] ?? job}: ${item}`;
  const retry = useStaffMutation({
    act: () => retrySetAside(client, job, item),
    done: () => ({ title: 'Noch einmal begonnen', description: 'Was gelingt, verschwindet aus der Liste.' }),
    failed: 'Nicht begonnen',
  });
  return (
    <li>
      <Text sx={{ overflowWrap: 'anywhere' }}>{what}</Text>
      <Text variant="small" tone="muted" sx={{ overflowWrap: 'anywhere' }}>
        {formatDateTime(at)}, {formatCount(attempts, 'Versuch', 'Versuche')}, zuletzt: {endSentence(error)} Das Portal
        versucht es
        {goesOn(job, attempts) ? ' weiter.' : ' nicht mehr.'}
      </Text>
      <Button
        size="small"
        icon="refresh"
        loading={retry.isPending}
        aria-label={`Jetzt versuchen: ${what}`}
        onClick={() => retry.mutate()}
      >
        Jetzt versuchen
      </Button>
    </li>
  );
}
