import type { OwnWithdrawal } from '@nemus/data';
import { ButtonLink, formatDate, ScreenOnly, Text } from '@nemus/ui';
import { Link } from 'react-router-dom';

/** The page that takes a withdrawal; it opens filled in with the purchase. */
const withdrawalPath = (title: string, orderId: string) =>
  `/widerruf?${new URLSearchParams({ kurs: title, bestellung: orderId }).toString()}`;

/** The right to withdraw from a purchase (§ 356a BGB): its button while it can be declared, then what became of it. */
export function WithdrawalState({ title, right }: { title: string; right: OwnWithdrawal }) {
  const { order_id: orderId, until, is_open: isOpen, withdrawal } = right;
  if (withdrawal !== null) {
    const { reference, received_at: received, due_on: due, handled_at: handled } = withdrawal;
    return (
      <Text as="span" variant="caption" tone="muted">
        {`Widerruf ${reference} eingegangen am ${formatDate(received)}, `}
        {handled === null
          ? `in Bearbeitung. Ist er wirksam, erhalten Sie Ihr Geld bis ${formatDate(due)} zurück.`
          : `bearbeitet am ${formatDate(handled)}.`}
      </Text>
    );
  }
  if (!isOpen) return null;
  return (
    <ScreenOnly>
      <ButtonLink
        component={Link}
        to={withdrawalPath(title, orderId)}
        size="small"
        variant="quiet"
        aria-label={`Vertrag widerrufen: ${title}`}
      >
        Vertrag widerrufen
      </ButtonLink>
      <Text as="span" variant="caption" tone="muted">
        bis {formatDate(until)}
      </Text>
    </ScreenOnly>
  );
}
