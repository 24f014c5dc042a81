import { useDataClient, reasonOf } from '@nemus/area';
import { handleWithdrawal, type OpenWithdrawal, type StaffWithdrawal } from '@nemus/data';
import { Button, Card, Chip, formatCents, formatDate, formatDateTime, Link as TextLink, Row, Text } from '@nemus/ui';
import { Link } from 'react-router-dom';
import { NoteDialog } from '../../dialogs/NoteDialog';
import { useStaffMutation } from '../../dialogs/useStaffMutation';
import { paths } from '../../paths';
import { Deadline } from './Deadline';

/** A declared withdrawal: its contract, its consumer, and how it was handled. */
export function WithdrawalCard({
  withdrawal,
  level = 3,
  onHandle,
}: {
  withdrawal: OpenWithdrawal & Partial<StaffWithdrawal>;
  /** Of its title in the page's outline. */
  level?: 2 | 3;
  onHandle: () => void;
}) {
  const { reference, name, email, contract, message, received_at: at, due_on: due, orders } = withdrawal;
  const { receipt_sent_at: receipt, handled_at: handled = null, handled_note: note } = withdrawal;
  return (
    <Card
      title={`${reference}: ${name}`}
      level={level}
      subtitle={`${formatDateTime(at)}, ${email}`}
      aside={<State handledAt={withdrawal.handled_at} />}
      footer={
        <Row>
          <Button
            size="small"
            aria-label={`${handled === null ? 'Erledigen' : 'Vermerk ändern'}: ${reference}`}
            onClick={onHandle}
          >
            {handled === null ? 'Erledigen …' : 'Vermerk ändern …'}
          </Button>
        </Row>
      }
    >
      {due !== null && handled === null && (
        <Deadline label="Erstattung fällig bis" moment={due} words={formatDate(due)} />
      )}
      <Text sx={{ overflowWrap: 'anywhere' }}>Vertrag: {contract}</Text>
      {message === '' ? null : <Text sx={{ overflowWrap: 'anywhere' }}>{message}</Text>}
      {handled === null ? null : (
        <Text sx={{ overflowWrap: 'anywhere' }}>
          Erledigt am {formatDateTime(handled)}: {note}
        </Text>
      )}
      {receipt === null ? (
        <Text variant="small" tone="error">
          Die Eingangsbestätigung ist noch nicht versandt. Bitte senden Sie sie von Hand.
        </Text>
      ) : null}
      {orders.length === 0 ? (
        <Text variant="small" tone="muted">
          Zu dieser E-Mail-Adresse gibt es keine bezahlte Bestellung. Bitte suchen Sie nach dem Namen.
        </Text>
      ) : (
        orders.map(({ order_id: id, title, amount_cents: cents, created_at: day, is_named: isNamed, until }) => (
          <Text key={id}>
            <TextLink component={Link} to={paths.order(id)}>
              {title}, {formatCents(cents)}, {formatDateTime(day)}
            </TextLink>
            {isNamed ? ' · genannt' : ''}
            {until === null ? '' : ` · Widerrufsfrist bis ${formatDate(until)}`}
          </Text>
        ))
      )}
    </Card>
  );
}

/** Nothing in a list of open ones. */
function State({ handledAt }: { handledAt: string | null | undefined }) {
  if (handledAt === undefined) return null;
  return handledAt === null ? <Chip tone="warning">Offen</Chip> : <Chip tone="success">Erledigt</Chip>;
}

/** Notes how a withdrawal was handled, or corrects the note. */
export function HandleWithdrawalDialog({ withdrawal, onClose }: { withdrawal: OpenWithdrawal; onClose: () => void }) {
  const client = useDataClient();
  const handle = useStaffMutation({
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
      error={handle.error ? reasonOf(handle.error) : undefined}
      onConfirm={handle.mutate}
      onCancel={onClose}
    >
      Hiermit wird nichts erstattet: Eine Erstattung veranlassen Sie auf der Seite der Bestellung. Bei einem wirksamen
      Widerruf ist sie binnen 14 Tagen nach Eingang fällig. Die Erklärung selbst bleibt unverändert gespeichert.
    </NoteDialog>
  );
}
