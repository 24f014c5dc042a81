import { ButtonLink, Card, ScreenOnly, Text } from '@nemus/ui';
import { Link } from 'react-router-dom';
import { paths } from '../../paths';

/** Link to the purchases; not printed. */
export function PurchasesPart() {
  return (
    <ScreenOnly>
      <Card
        level={2}
        title="Käufe"
        footer={
          <ButtonLink component={Link} to={paths.purchases} icon="purchases">
            Käufe und Rechnungen
          </ButtonLink>
        }
      >
        <Text tone="muted">Ihre gekauften Kurse, jeweils mit Rechnung, und Ihre Rechnungsanschrift.</Text>
      </Card>
    </ScreenOnly>
  );
}
