import { useQuery } from '@tanstack/react-query';
import { SectionPage, useDataClient } from '@nemus/area';
import { useOnlyConfirms, useRoles } from '@nemus/area/roles';
import { useSession } from '@nemus/contract/react';
import { signOffStatusQuery } from '@nemus/data';
import type { PageProps } from '@nemus/ui';
import { CONFIRMING, SECTIONS } from './sections';

/** Frame of every page of the area: the navigation between the sections of the account type above the page's title. */
export function LogbookPage(page: PageProps) {
  const { profile, userId } = useSession();
  const { may } = useRoles();
  const type = profile?.userType ?? 'piw';
  const { data } = useQuery(signOffStatusQuery(useDataClient(), userId));
  const only = useOnlyConfirms(data?.only);
  const hasOwn = type === 'piw' ? !only : may('confirming', 'reading');
  const sections = hasOwn ? SECTIONS[type] : [];
  // An account that confirms for no institution, and is not asked to, has neither.
  const confirms = data !== undefined && [data.people, data.invitations, data.deputies].some((list) => list.length > 0);
  return <SectionPage {...page} area="Logbuch" sections={confirms ? [...sections, ...CONFIRMING] : sections} />;
}
