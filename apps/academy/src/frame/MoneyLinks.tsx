import { Link as TextLink, Row } from '@nemus/ui';
import { Link } from 'react-router-dom';
import { paths } from '../paths';

const LABELS = {
  orders: 'Alle Bestellungen',
  invoices: 'Alle Rechnungen',
  bookkeeping: 'Buchhaltung',
  turnover: 'Umsatz',
} as const;

/** Links above a page about money to the others, in the given order. */
export function MoneyLinks({ to }: { to: readonly (keyof typeof LABELS)[] }) {
  return (
    <Row gap={2}>
      {to.map((page) => (
        <TextLink key={page} component={Link} to={paths[page]}>
          {LABELS[page]}
        </TextLink>
      ))}
    </Row>
  );
}
