import { SectionPage } from '@nemus/area';
import { useRoles } from '@nemus/area/roles';
import type { PageProps } from '@nemus/ui';
import { paths } from '../paths';

const SETTINGS = { path: paths.settings, label: 'Einstellungen' };
/** For administrators only; the database refuses others. */
const ORGANISATION = [
  { path: paths.members, label: 'Mitglieder' },
  { path: paths.audit, label: 'Protokoll' },
];
const MEMBERSHIPS = { path: paths.memberships, label: 'Mitgliedschaften' };

/** Frame of the settings and of the organisation's pages, with their navigation. */
export function SettingsFrame(page: PageProps) {
  const { may } = useRoles();
  return (
    <SectionPage
      {...page}
      area="Einstellungen"
      sections={[SETTINGS, ...(may('administration') ? ORGANISATION : []), MEMBERSHIPS]}
    />
  );
}
