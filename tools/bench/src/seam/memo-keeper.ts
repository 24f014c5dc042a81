/** Stands in for the shell's `start/memo-keeper.ts`: the ordinary monolith remembers nothing, the tuned one the role. */
import { userTypeSchema } from '@nemus/contract';
import { STORAGE_KEY } from '@nemus/session/early';
import { z } from 'zod';
import { localStore } from '../../../../apps/shell/src/browser/storage';
import { ROLE_KEY } from '../tuned/role-key';

const sessionSchema = z.object({ user: z.object({ user_metadata: z.object({ user_type: userTypeSchema }) }) });

export function createMemoKeeper() {
  return {
    remember: () => {
      const session = sessionSchema.safeParse(JSON.parse(localStore.getItem(STORAGE_KEY) ?? 'null'));
      if (session.success) localStore.setItem(ROLE_KEY, session.data.user.user_metadata.user_type);
    },
    forgetPages: () => undefined,
  };
}
