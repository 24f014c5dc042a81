import { Link, Text } from '@nemus/ui';
import { Link as RouterLink } from 'react-router-dom';
import { paths } from '../paths';

/** Terms of a purchase; shown where it starts. */
export function PurchaseTerms() {
  return (
    <Text variant="caption" tone="muted">
      Es gelten{' '}
      <Link component={RouterLink} to={paths.terms}>
        AGB
      </Link>{' '}
      und{' '}
      <Link component={RouterLink} to={paths.withdrawalInstruction}>
        Widerrufsbelehrung
      </Link>
      .
    </Text>
  );
}
