import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { QueryPart, useDataClient } from '@nemus/area';
import { handleWithdrawal, orderTasksQuery, type OpenWithdrawal, type OrderTasks } from '@nemus/data';
import {
  Button,
  Card,
  EmptyState,
  formatCents,
  formatDateTime,
  Link as TextLink,
  Row,
  Section,
  Skeleton,
  Stack,
  Text,
} from '@nemus/ui';
import { AcademyPage } from '../../frame/AcademyPage';
import { Link } from 'react-router-dom';
import { NoteDialog } from '../../dialogs/NoteDialog';
import { useDeed } from '../../dialogs/useDeed';
import { paths } from '../../paths';
import { OrderTable } from './OrderTable';

/** What of orders waits for somebody: payments, refunds, disputes, withdrawals. */
export default function OrderTasksPage() {
  const client = useDataClient();
  const query = useQuery(orderTasksQuery(client));
  return (
    <AcademyPage
      width="wide"
      title="Offene Vorgänge"
      intro="Was bei Bestellungen auf jemanden wartet, das Älteste zuerst."
      above={
        <TextLink component={Link} to={paths.orders}>
          Alle Bestellungen
        </TextLink>
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
  const { unsettled, refunds, disputes, attention, withdrawals, events } = tasks;
  if ([unsettled, refunds, disputes, attention, withdrawals, events].every(({ length }) => length === 0)) {
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
              <Withdrawal key={withdrawal.reference} withdrawal={withdrawal} onHandle={() => setHandling(withdrawal)} />
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
              ({ refund_id: id, order_id: order, buyer, title, amount_cents: cents, attempts, last_error: error }) => (
                <li key={id}>
                  <TextLink component={Link} to={paths.order(order)}>
                    {formatCents(cents)} an {buyer}: {title}
                  </TextLink>
                  <Text variant="small" tone="muted" sx={{ overflowWrap: 'anywhere' }}>
                    {attempts === 0 ? 'Noch nicht versucht' : `${attempts} Versuche, zuletzt: ${error ?? ''}`}
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
              ({ dispute_id: id, order_id: order, buyer, title, amount_cents: cents, status, created_at: at }) => (
                <li key={id}>
                  {order === null ? (
                    <Text>{formatCents(cents)}: Verlängerung eines Abonnements</Text>
                  ) : (
                    <TextLink component={Link} to={paths.order(order)}>
                      {formatCents(cents)} von {buyer}: {title}
                    </TextLink>
                  )}
                  <Text variant="small" tone="muted">
                    {formatDateTime(at)}, {id}, Stand beim Anbieter: {status}. Belege reichen Sie dort ein.
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
      {handling && <HandleDialog withdrawal={handling} onClose={() => setHandling(null)} />}
    </Stack>
  );
}

function Withdrawal({ withdrawal, onHandle }: { withdrawal: OpenWithdrawal; onHandle: () => void }) {
  const { reference, name, email, contract, message, received_at: at, orders } = withdrawal;
  return (
    <Card
      title={`${reference}: ${name}`}
      subtitle={`${formatDateTime(at)}, ${email}`}
      footer={
        <Row>
          <Button size="small" aria-label={`Erledigen: ${reference}`} onClick={onHandle}>
            Erledigen …
          </Button>
        </Row>
      }
    >
      <Text sx={{ overflowWrap: 'anywhere' }}>Vertrag: {contract}</Text>
      {message === '' ? null : <Text sx={{ overflowWrap: 'anywhere' }}>{message}</Text>}
      {orders.length === 0 ? (
        <Text variant="small" tone="muted">
          Zu dieser E-Mail-Adresse gibt es keine bezahlte Bestellung. Bitte suchen Sie nach dem Namen.
        </Text>
      ) : (
        orders.map(({ order_id: id, title, amount_cents: cents, created_at: day }) => (
          <Text key={id}>
            <TextLink component={Link} to={paths.order(id)}>
              {title}, {formatCents(cents)}, {formatDateTime(day)}
            </TextLink>
          </Text>
        ))
      )}
    </Card>
  );
}

function HandleDialog({ withdrawal, onClose }: { withdrawal: OpenWithdrawal; onClose: () => void }) {
  const client = useDataClient();
  const handle = useDeed({
    act: (note: string) => handleWithdrawal(client, withdrawal.withdrawal_id, note),
    done: () => ({ title: 'Widerruf erledigt' }),
    failed: 'Nicht gespeichert',
    onDone: onClose,
  });
  return (
    <NoteDialog
      title={`Widerruf ${withdrawal.reference} erledigen`}
      label="Wie wurde er bearbeitet?"
      confirmLabel="Als erledigt vermerken"
      busy={handle.isPending}
      error={handle.error?.message}
      onConfirm={handle.mutate}
      onCancel={onClose}
    >
      Hiermit wird nichts erstattet: Eine Erstattung veranlassen Sie auf der Seite der Bestellung. Bei einem wirksamen
      Widerruf ist sie binnen 14 Tagen nach Eingang fällig. Die Erklärung selbst bleibt unverändert gespeichert.
    </NoteDialog>
  );
}
