import type { Profile, SessionSnapshot } from '@nemus/contract';

/** The account, for the sidebar's footer (S-2.13). */
export function accountLabel(
  profile: Profile | null,
  email: SessionSnapshot['email'],
): { name: string; detail: string } {
  const name = profile ? `${profile.firstName} ${profile.lastName}`.trim() : '';
  return { name: name || email, detail: profile ? detailOf(profile) : '' };
}

function detailOf({ userType, institutionName, rights }: Profile): string {
  if (rights.includes('only:confirming')) return 'Bestätigt Einträge';
  if (userType === 'piw') return 'Psychotherapeut*in in Weiterbildung';
  return institutionName ?? 'Weiterbildungsstätte';
}
