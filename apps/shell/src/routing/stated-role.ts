import { userTypeSchema, type UserType } from '@nemus/contract';
import type { SessionUser } from '@nemus/session';

/**
 * The account type stated at the sign-up: for rendering and preloading until the profile has loaded; grants nothing.
 */
export function statedRole(user: Pick<SessionUser, 'metadata'> | null): UserType | null {
  return userTypeSchema.safeParse(user?.metadata.user_type).data ?? null;
}
