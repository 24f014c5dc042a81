import type { Profile } from '@nemus/contract';
import { ButtonLink, Card, DefinitionList, MISSING } from '@nemus/ui';
import { Link } from 'react-router-dom';
import { paths } from '../../paths';
import { AccountDataPart } from './account-data/AccountDataPart';

/** Account data of an institution. It is changed in the settings. */
export function InstitutionProfile({ profile }: { profile: Profile }) {
  const contact = `${profile.firstName} ${profile.lastName}`.trim();
  return (
    <>
      <Card
        level={2}
        title="Kontodaten"
        aside={
          <ButtonLink component={Link} to={paths.settings} size="small" icon="settings">
            Einstellungen
          </ButtonLink>
        }
      >
        <DefinitionList
          items={[
            { term: 'Weiterbildungsstätte', value: profile.institutionName ?? MISSING },
            { term: 'Ansprechperson', value: contact || MISSING },
            { term: 'E-Mail', value: profile.email },
            { term: 'Kontotyp', value: 'Weiterbildungsstätte' },
          ]}
        />
      </Card>
      <AccountDataPart />
    </>
  );
}
