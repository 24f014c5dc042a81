import { ButtonLink, CardGrid, ProgressBar, Row, Section, StatTile, Surface } from '@nemus/ui';
import { Link } from 'react-router-dom';
import { OLD_INSTITUTION_TILES, OLD_QUICK_ACTIONS } from './old-figures';

/** The earlier dashboard of institutions. Its actions link to the new portal. */
export function OldInstitutionDashboard() {
  const [available, , , used] = OLD_INSTITUTION_TILES;
  return (
    <>
      <CardGrid min="12rem" label="Überblick">
        {OLD_INSTITUTION_TILES.map(({ label, value, icon }) => (
          <StatTile key={label} as="li" label={label} value={value} icon={icon} />
        ))}
      </CardGrid>
      <Section title="Credit-Übersicht">
        <Surface>
          <ProgressBar label="Verwendete Credits" value={used.value} max={available.value + used.value} />
        </Surface>
      </Section>
      <Section title="Schnellzugriff">
        <Row>
          {OLD_QUICK_ACTIONS.map(({ label, to, icon }) => (
            <ButtonLink key={label} component={Link} to={to} icon={icon}>
              {label}
            </ButtonLink>
          ))}
        </Row>
      </Section>
    </>
  );
}
