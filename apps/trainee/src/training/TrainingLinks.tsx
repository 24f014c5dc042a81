import { Link, Row } from '@nemus/ui';
import { Link as RouterLink } from 'react-router-dom';
import { paths } from '../paths';

/** The source of the targets, and what counts for them. */
export function TrainingLinks() {
  return (
    <Row gap={2}>
      <Link component={RouterLink} to={paths.credit}>
        Was wofür zählt
      </Link>
      <Link component={RouterLink} to={paths.requirements}>
        Anforderungen wählen
      </Link>
    </Row>
  );
}
