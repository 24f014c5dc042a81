import type { UserType } from '@nemus/contract';
import { isForRole, type RegistryDocument } from '@nemus/registry';

const TYPES: Readonly<Record<UserType, string>> = { piw: 'PiW', institution: 'Weiterbildungsstätten' };

/**
 * What to do when this account cannot see an overridden area: the guard checks the account type, and data of the other
 * type could not be read either. Null when it can.
 */
export function otherAccountHint(registry: RegistryDocument | null, name: string, own: UserType | null): string | null {
  const remote = registry?.remotes.find((one) => one.name === name);
  if (!remote || own === null || remote.routes.length === 0) return null;
  if (remote.routes.some(({ roles }) => isForRole(roles, own))) return null;
  const type = TYPES[own === 'piw' ? 'institution' : 'piw'];
  return `Seine Seiten sind für ${type}; mit Ihrem Konto öffnen sie sich nicht. Melden Sie sich mit einem solchen Konto an, das den Bereich umleiten darf, oder sehen Sie ihn ohne Konto an: npx --no-install @nemus/release smoke ${name}`;
}
