import { userTypeSchema, type UserType } from '@nemus/contract';
import type { SessionUser } from '@nemus/session';

/** The account type as the sign-up stated it: good for drawing and preloading until the profile is there, opens nothing. */
export function statedRole(user: Pick<SessionUser, 'metadata'> | null): UserType | null {
  return userTypeSchema.safeParse(user?.metadata.user_type).data ?? null;
}
