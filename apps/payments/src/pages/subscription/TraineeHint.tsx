import { ButtonLink, EmptyState } from '@nemus/ui';
import { Link } from 'react-router-dom';
import { paths } from '../../paths';

/** All that a trainee sees here (S-8.1): courses are bought one by one. */
export function TraineeHint() {
  return (
    <EmptyState
      icon="catalog"
      title="Kurse kaufen Sie direkt im Seminarkatalog"
      action={
        <ButtonLink component={Link} to={paths.catalog} variant="primary" icon="catalog">
          Seminarkatalog öffnen
        </ButtonLink>
      }
    >
      Als Psychotherapeut*in in Weiterbildung brauchen Sie kein Abonnement: Sie bezahlen jeden Kurs einzeln.
    </EmptyState>
  );
}
