import { userTypeSchema, type Profile } from '@nemus/contract';
import { DataError, NO_ROW, readRows, type DataClient } from '@nemus/data';
import { z } from 'zod';
import { PROFILE_COLUMNS } from '@nemus/start';
import type { SessionUser } from './session-store';

/** PostgreSQL's code for a row that already exists. */
const UNIQUE_VIOLATION = '23505';

/** One institution that an account can act for. Its settings are visible only to accounts that currently act for it. */
const membershipSchema = z.object({
  institution_id: z.string(),
  roles: z.array(z.string()),
  nemus_institution_settings: z.object({ institution_name: z.string() }).nullable(),
});
type Membership = z.infer<typeof membershipSchema>;

/** The current membership: the one whose institution the database lets the account see. */
const actingMembership = (memberships: readonly Membership[]) =>
  memberships.find(({ nemus_institution_settings: settings }) => settings !== null);

/** What a member may do; administrators of an institution hold all roles. */
const ALL_ROLES = ['administration', 'booking', 'billing', 'confirming', 'reading'];
const memberRights = (acting: Membership | undefined) =>
  (acting?.roles.includes('administration') ? ALL_ROLES : (acting?.roles ?? [])).map((role) => `member:${role}`);

const profileRowSchema = z
  .object({
    user_id: z.string(),
    user_type: userTypeSchema,
    first_name: z.string(),
    last_name: z.string(),
    institution_name: z.string().nullable(),
    email: z.string(),
    nemus_only_confirms: z.boolean().nullish(),
    // An answer without rights grants none.
    nemus_staff: z.array(z.object({ role: z.string() })).default([]),
    // One row at most: the answer is the row, not a list.
    nemus_release_operators: z.object({ user_id: z.string() }).nullable().default(null),
    nemus_release_members: z.array(z.object({ team: z.string() })).default([]),
    nemus_members: z.array(membershipSchema).default([]),
  })
  .transform((row): Profile => {
    const acting = actingMembership(row.nemus_members);
    return {
      userId: row.user_id,
      userType: row.user_type,
      firstName: row.first_name,
      lastName: row.last_name,
      institutionName: acting?.nemus_institution_settings?.institution_name.trim() || row.institution_name,
      email: row.email,
      rights: [
        ...row.nemus_staff.map(({ role }) => `staff:${role}`),
        ...(row.nemus_release_operators ? ['release:operator'] : []),
        ...(row.nemus_release_members.length > 0 ? ['release:team'] : []),
        ...memberRights(acting),
        ...(row.nemus_only_confirms === true ? ['only:confirming'] : []),
      ],
      institutionId: acting?.institution_id ?? null,
    };
  });

/** The user writes the sign-up metadata, so each field falls back to its default separately (S-1.3). */
const metadataSchema = z.object({
  user_type: userTypeSchema.catch('piw'),
  first_name: z.string().catch(''),
  last_name: z.string().catch(''),
  institution_name: z.string().min(1).nullable().catch(null),
});

/** Whether the backend refuses the account entirely, because staff has blocked it. */
export function isBlocked(error: unknown): boolean {
  return hasCode(error, 'account_blocked');
}

/** The account has no profile row, and none could be created. */
export class ProfileMissingError extends Error {
  override readonly name = 'ProfileMissingError';
}

/**
 * Reads the account's profile; creates it from the sign-up metadata when there is none (PGRST116).
 * Throws {@link ProfileMissingError} when it could not be created, {@link DataError} when it could not be read.
 */
export async function loadProfile(client: DataClient, user: SessionUser): Promise<Profile> {
  try {
    return await fetchProfile(client, user.id);
  } catch (error) {
    if (!hasCode(error, NO_ROW)) throw error;
  }
  try {
    return await createProfile(client, user);
  } catch (error) {
    // Another tab was faster: use its row.
    if (hasCode(error, UNIQUE_VIOLATION)) return fetchProfile(client, user.id);
    throw new ProfileMissingError('The profile could not be created.', { cause: error });
  }
}

async function fetchProfile(client: DataClient, userId: string): Promise<Profile> {
  return readRows(
    await client.from('nemus_profiles').select(PROFILE_COLUMNS).eq('user_id', userId).single(),
    profileRowSchema,
  );
}

async function createProfile(client: DataClient, user: SessionUser): Promise<Profile> {
  const row = { user_id: user.id, email: user.email, ...metadataSchema.parse(user.metadata) };
  return readRows(await client.from('nemus_profiles').insert(row).select(PROFILE_COLUMNS).single(), profileRowSchema);
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof DataError && error.code === code;
}
