import { Link, Row } from '@nemus/ui';
import { Link as RouterLink } from 'react-router-dom';
import { PATHS } from '../routing/paths';

const LINKS = [
  [PATHS.impressum, 'Impressum'],
  [PATHS.datenschutz, 'Datenschutz'],
  [PATHS.barrierefreiheit, 'Barrierefreiheit'],
  [PATHS.agb, 'AGB'],
  [PATHS.widerrufsbelehrung, 'Widerrufsbelehrung'],
  [PATHS.withdrawal, 'Vertrag widerrufen'],
] as const;

/** Legally required links on every page. */
export function LegalLinks() {
  return (
    <Row as="nav" aria-label="Rechtliches" gap={2.5} justify="center" sx={{ fontSize: '0.8125rem' }}>
      {LINKS.map(([to, label]) => (
        <Link key={to} component={RouterLink} to={to}>
          {label}
        </Link>
      ))}
    </Row>
  );
}
