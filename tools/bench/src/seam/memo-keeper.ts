/** Stands in for the shell's `start/memo-keeper.ts`: the ordinary monolith remembers nothing, the tuned one the role. */
import type { UserType } from '@nemus/contract';
import { localStore } from '../../../../apps/shell/src/browser/storage';
import { ROLE_KEY } from '../tuned/role-key';

export function createMemoKeeper() {
  return {
    remember: (_remote: unknown, role: UserType | null) => {
      if (role) localStore.setItem(ROLE_KEY, role);
    },
    forgetAreas: () => undefined,
  };
}
