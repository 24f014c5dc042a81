import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { QueryPart, useDataClient, reasonOf } from '@nemus/area';
import { useSession } from '@nemus/contract/react';
import {
  DataError,
  fulfilOrder,
  noteRefundElsewhere,
  settleAttention,
  staffInvoicesQuery,
  staffOrderQuery,
  type StaffOrder,
} from '@nemus/data';
import {
  Alert,
  Button,
  ButtonLink,
  Card,
  DefinitionList,
  EmptyState,
  formatCents,
  formatCount,
  formatDate,
  formatDateTime,
  Link as TextLink,
  MISSING,
  Row,
  Section,
  Skeleton,
  SkeletonRows,
  Stack,
  StatusChip,
  Text,
} from '@nemus/ui';
import { AcademyPage } from '../../frame/AcademyPage';
import { Link, useParams } from 'react-router-dom';
import { NoteDialog } from '../../dialogs/NoteDialog';
import { useStaffMutation } from '../../dialogs/useStaffMutation';
import { StaffInvoiceTable } from '../../invoices/StaffInvoiceTable';
import { paths } from '../../paths';
import { ATTENTION, KIND, STATUS, wordsOf } from './order-labels';
import { RefundDialog } from './RefundDialog';

/** One order: its facts, its history, and the actions of staff. */
export default function OrderPage() {
  const client = useDataClient();
  const { orderId = '' } = useParams();
  const query = useQuery(staffOrderQuery(client, orderId));
  if (query.error instanceof DataError && ['order_not_found', '22P02'].includes(query.error.code)) {
    return (
      <AcademyPage title="Bestellung">
        <EmptyState
          icon="search"
          title="Diese Bestellung gibt es nicht"
          action={
            <ButtonLink component={Link} to={paths.orders}>
              Zu allen Bestellungen
            </ButtonLink>
          }
        >
          Vielleicht ist die Adresse nicht vollständig. In der Liste finden Sie sie nach Person und Tag.
        </EmptyState>
      </AcademyPage>
    );
  }
  return (
    <AcademyPage
      title="Bestellung"
      above={
        <TextLink component={Link} to={paths.orders}>
          Alle Bestellungen
        </TextLink>
      }
    >
      <QueryPart query={query} title="Bestellung" loading={<Skeleton height={320} />}>
        {(order) => <OrderDetails order={order} />}
      </QueryPart>
    </AcademyPage>
  );
}

/** The documents about an order. */
function OrderInvoices({ orderId }: { orderId: string }) {
  const client = useDataClient();
  const query = useQuery(staffInvoicesQuery(client, { search: '', from: null, until: null, orderId, page: 1 }));
  return (
    <Section title="Rechnungen">
      <QueryPart query={query} title="Rechnungen" loading={<SkeletonRows count={1} />}>
        {({ rows }) =>
          rows.length === 0 ? (
            <Text tone="muted">Zu dieser Bestellung gibt es noch keine Rechnung.</Text>
          ) : (
            <StaffInvoiceTable caption="Rechnungen der Bestellung" invoices={rows} />
          )
        }
      </QueryPart>
    </Section>
  );
}

function OrderDetails({ order }: { order: StaffOrder }) {
  const client = useDataClient();
  const { profile } = useSession();
  const [dialog, setDialog] = useState<'refund' | 'attention' | 'elsewhere' | null>(null);
  const close = () => setDialog(null);
  const ask = useStaffMutation({
    act: () => fulfilOrder(client, order.order_id),
    done: ({ changed, owedCents }) => ({
      title: changed ? 'Stand übernommen' : 'Es hat sich nichts geändert',
      description:
        owedCents > 0
          ? `Noch nicht zurück: ${formatCents(owedCents)}`
          : changed
            ? 'Was bezahlt ist, ist freigeschaltet.'
            : 'Der Zahlungsanbieter meldet denselben Stand.',
    }),
    failed: 'Der Zahlungsanbieter konnte nicht gefragt werden',
  });
  const settle = useStaffMutation({
    act: (note: string) => settleAttention(client, order.order_id, note),
    done: () => ({ title: 'Hinweis erledigt' }),
    failed: 'Nicht gespeichert',
    onDone: close,
  });
  const [held] = order.held;
  const elsewhere = useStaffMutation({
    act: (note: string) => noteRefundElsewhere(client, held?.refund_id ?? '', note),
    done: () => ({ title: 'Erstattung vermerkt' }),
    failed: 'Nicht gespeichert',
    onDone: close,
  });
  const mayPeople = profile?.rights.includes('staff:people') === true;
  return (
    <Stack gap={3}>
      {order.attention && (
        <Alert tone="warning" title="Bitte prüfen">
          <Stack gap={1}>
            {ATTENTION[order.attention]}
            <Row>
              <Button size="small" onClick={() => setDialog('attention')}>
                Als erledigt vermerken …
              </Button>
            </Row>
          </Stack>
        </Alert>
      )}
      {held && (
        <Alert tone="error" title={`Erstattung fehlgeschlagen: ${formatCents(held.amount_cents)}`}>
          <Stack gap={1}>
            <Text sx={{ overflowWrap: 'anywhere' }}>
              {`Das Geld kam zurück (Grund beim Zahlungsanbieter: ${held.last_error ?? 'unbekannt'}). Es steht der Person weiter zu, sie hat eine E-Mail erhalten. Was damit gekauft war, bleibt entzogen.`}
            </Text>
            <Row>
              <Button size="small" loading={ask.isPending} onClick={() => ask.mutate()}>
                Beim Anbieter noch einmal auszahlen
              </Button>
              <Button size="small" onClick={() => setDialog('elsewhere')}>
                Als überwiesen vermerken …
              </Button>
            </Row>
          </Stack>
        </Alert>
      )}
      <Card
        title={order.title}
        level={2}
        as="section"
        aside={<StatusChip tone={STATUS[order.status].tone}>{STATUS[order.status].label}</StatusChip>}
        footer={
          <Row>
            {order.can_ask && !held && (
              <Button loading={ask.isPending} onClick={() => ask.mutate()}>
                Beim Anbieter nachsehen und freischalten
              </Button>
            )}
            {order.refundable_cents > 0 && order.is_own && (
              <Text tone="muted">
                Diese Bestellung gehört Ihnen oder Ihrer Weiterbildungsstätte. Erstatten kann sie nur eine andere
                Person.
              </Text>
            )}
            {order.refundable_cents > 0 && !order.is_own && (
              <Button variant="danger" onClick={() => setDialog('refund')}>
                Erstatten …
              </Button>
            )}
          </Row>
        }
      >
        <DefinitionList
          dense
          items={[
            {
              term: 'Gekauft von',
              value: mayPeople ? (
                <TextLink component={Link} to={paths.person(order.user_id)}>
                  {order.buyer || order.email}
                </TextLink>
              ) : (
                order.buyer || MISSING
              ),
            },
            { term: 'E-Mail', value: order.email },
            {
              term: 'Art',
              value: [KIND[order.kind], order.people > 0 && formatCount(order.people, 'Platz', 'Plätze')]
                .filter(Boolean)
                .join(', '),
            },
            { term: 'Betrag', value: formatCents(order.amount_cents) },
            { term: 'Erstattet', value: formatCents(order.refunded_cents) },
            ...(order.owed_cents > 0 ? [{ term: 'Erstattung offen', value: formatCents(order.owed_cents) }] : []),
            ...(order.dispute_due_at === null
              ? []
              : [{ term: 'Anfechtung beantworten bis', value: formatDateTime(order.dispute_due_at) }]),
            ...(order.withdrawal_due_on === null
              ? []
              : [{ term: 'Widerrufen, Erstattung fällig bis', value: formatDate(order.withdrawal_due_on) }]),
            ...(order.disputed_cents > 0 ? [{ term: 'Angefochten', value: formatCents(order.disputed_cents) }] : []),
            { term: 'Bestellt am', value: formatDateTime(order.created_at) },
            order.payment_method === 'invoice'
              ? {
                  term: 'Zahlungsart',
                  value: (
                    <TextLink component={Link} to={`${paths.transfers}?stand=all`}>
                      Auf Rechnung per Überweisung
                    </TextLink>
                  ),
                }
              : { term: 'Bezahlt am', value: order.paid_at === null ? MISSING : formatDateTime(order.paid_at) },
            { term: 'AGB', value: order.terms_version },
            { term: 'Bestellnummer', value: order.order_id },
            { term: 'Zahlung beim Anbieter', value: order.payment_id ?? order.session_id ?? MISSING },
          ]}
        />
      </Card>
      <OrderInvoices orderId={order.order_id} />
      <Card title="Verlauf" level={2} as="section">
        <Stack as="ol" gap={1} sx={{ margin: 0, paddingInlineStart: 0, listStyle: 'none' }}>
          {order.history.map((event) => (
            <li key={`${event.at} ${event.what} ${event.words ?? ''} ${event.who ?? ''} ${event.amount_cents ?? ''}`}>
              <Text variant="caption" tone="muted">
                {formatDateTime(event.at)}
              </Text>
              <Text sx={{ overflowWrap: 'anywhere' }}>{wordsOf(event)}</Text>
            </li>
          ))}
        </Stack>
      </Card>
      {dialog === 'refund' && <RefundDialog order={order} onClose={close} />}
      {dialog === 'elsewhere' && held && (
        <NoteDialog
          title="Auf anderem Weg erstattet"
          label="Wann und wohin wurde überwiesen?"
          confirmLabel={`${formatCents(held.amount_cents)} als erstattet vermerken`}
          busy={elsewhere.isPending}
          error={elsewhere.error ? reasonOf(elsewhere.error) : undefined}
          onConfirm={elsewhere.mutate}
          onCancel={close}
        >
          Das Portal zahlt dann nichts mehr aus. Ihre Notiz steht im Protokoll.
        </NoteDialog>
      )}
      {dialog === 'attention' && (
        <NoteDialog
          title="Hinweis erledigt"
          label="Was wurde getan?"
          confirmLabel="Als erledigt vermerken"
          busy={settle.isPending}
          error={settle.error ? reasonOf(settle.error) : undefined}
          onConfirm={settle.mutate}
          onCancel={close}
        >
          Der Hinweis verschwindet aus den offenen Vorgängen. Ihre Notiz steht im Protokoll.
        </NoteDialog>
      )}
    </Stack>
  );
}
