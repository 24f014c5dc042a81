import { userTypeSchema, type UserType } from '@nemus/contract';
import { Alert, ButtonLink, Card, CardGrid, Page, Row, Text } from '@nemus/ui';
import { Link, useLocation } from 'react-router-dom';
import { PATHS } from '../../routing/paths';
import { OldInstitutionDashboard } from './OldInstitutionDashboard';
import { OldTraineeDashboard } from './OldTraineeDashboard';

/** The choice of the old dashboard in the query, null for the chooser. */
export function readOldType(search: string): UserType | null {
  return userTypeSchema.nullable().catch(null).parse(new URLSearchParams(search).get('typ'));
}

/** `/old` and `/old-dashboard`: pages of the earlier portal, for links that are still in use (S-2.8). */
export default function OldPortalPage() {
  const { pathname, search } = useLocation();
  const type = pathname.startsWith(PATHS.oldDashboard) ? readOldType(search) : null;
  if (type === null) return <Chooser />;
  return (
    <Page
      title={type === 'piw' ? 'Dashboard für PiW' : 'Dashboard für Weiterbildungsstätten'}
      intro="So sah das bisherige Portal aus."
      above={
        <Row>
          <ButtonLink component={Link} to={PATHS.old} size="small" icon="arrow-left">
            Andere Ansicht wählen
          </ButtonLink>
        </Row>
      }
      actions={<ToNewPortal />}
    >
      <Alert title="Beispieldaten">
        Alle Zahlen auf dieser Seite sind Beispiele. Ihre eigenen Daten stehen im neuen Portal.
      </Alert>
      {type === 'piw' ? <OldTraineeDashboard /> : <OldInstitutionDashboard />}
    </Page>
  );
}

const TYPES = [
  { type: 'piw', title: 'Psychotherapeut*in in Weiterbildung', text: 'Fortschritt, Kompetenzen und laufende Kurse.' },
  { type: 'institution', title: 'Weiterbildungsstätte', text: 'Credits, PiW und Buchungen.' },
] as const;

function Chooser() {
  return (
    <Page
      title="Bisheriges Portal"
      intro="Wählen Sie, welche Ansicht Sie sehen möchten."
      width="narrow"
      actions={<ToNewPortal />}
    >
      <CardGrid min="16rem" label="Ansichten">
        {TYPES.map(({ type, title, text }) => (
          <Card
            key={type}
            as="li"
            level={2}
            title={title}
            footer={
              <ButtonLink
                component={Link}
                to={`${PATHS.oldDashboard}?typ=${type}`}
                iconEnd="arrow-right"
                aria-label={`Ansicht öffnen: ${title}`}
              >
                Ansicht öffnen
              </ButtonLink>
            }
          >
            <Text tone="muted">{text}</Text>
          </Card>
        ))}
      </CardGrid>
    </Page>
  );
}

function ToNewPortal() {
  return (
    <ButtonLink component={Link} to={PATHS.start} variant="primary" iconEnd="arrow-right">
      Zum neuen Portal
    </ButtonLink>
  );
}
