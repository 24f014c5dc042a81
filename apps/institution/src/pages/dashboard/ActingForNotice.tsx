import type { Profile } from '@nemus/contract';
import { Link as TextLink, Text } from '@nemus/ui';
import { Link } from 'react-router-dom';
import { paths } from '../../paths';

/** Shows a member the institution that it acts for, with a link to change it. */
export function ActingForNotice({ profile: { userId, institutionId, institutionName } }: { profile: Profile }) {
  if (institutionId === undefined || institutionId === null || institutionId === userId) return null;
  return (
    <Text variant="small" tone="muted">
      Sie handeln für {institutionName ?? 'eine Weiterbildungsstätte ohne Namen'}.{' '}
      <TextLink component={Link} to={paths.memberships}>
        Mitgliedschaften ansehen
      </TextLink>
    </Text>
  );
}
