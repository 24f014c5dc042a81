import type { RemoteDeclaration } from '@nemus/contract';
import { isForAccount } from '@nemus/registry';
import type { SmokeAccount } from '@nemus/testing/smoke';
import { z } from 'zod';
import { parseJson } from '../parse-json';
import { Refusal } from '../refusal';

const accountsSchema = z
  .array(
    z.strictObject({
      name: z.string().min(1).optional(),
      userType: z.enum(['piw', 'institution']),
      rights: z.array(z.string()).default([]),
      email: z.email(),
      password: z.string().min(1),
    }),
  )
  .min(1);

const EXAMPLE = '[{ "userType": "piw", "email": "…", "password": "…" }, { "userType": "institution", … }]';

/**
 * Reads the test accounts of a portal, as `NEMUS_SMOKE_ACCOUNTS` has them. Errors never repeat the value: it is a
 * secret.
 */
export function readAccounts(text: string | undefined): SmokeAccount[] {
  if (text === undefined || text === '') {
    throw new Refusal(
      'forbidden',
      'No test accounts are given for the smoke test.',
      `Ask the platform team for test accounts of the portal, and set NEMUS_SMOKE_ACCOUNTS: ${EXAMPLE}.`,
    );
  }
  const parsed = accountsSchema.safeParse(parseJson(text));
  if (parsed.success)
    return parsed.data.map(({ name, ...account }) => ({ name: name ?? account.userType, ...account }));
  throw new Refusal('malformed', 'NEMUS_SMOKE_ACCOUNTS is no list of accounts.', `It looks like this: ${EXAMPLE}.`, {
    // Paths alone: messages of schemas may repeat what they found.
    details: parsed.error.issues.map(({ path }) => `${path.join('.') || 'All of it'} cannot be read.`),
  });
}

/** Refuses accounts when one path of the area is open to none of them: it would stay untested. */
export function requireAccounts(
  { routes }: Pick<RemoteDeclaration, 'routes'>,
  accounts: readonly SmokeAccount[],
): void {
  const details = routes
    .filter((route) => !accounts.some(({ userType, rights }) => isForAccount(route, userType, rights)))
    .map(({ path, roles, requires }) => `${path} is for ${[roles ?? 'all roles', requires ?? []].flat().join(', ')}.`);
  if (details.length === 0) return;
  throw new Refusal(
    'forbidden',
    'None of the accounts of the smoke test may open all that the area has.',
    'Add an account to NEMUS_SMOKE_ACCOUNTS, with its rights.',
    { details },
  );
}

/** Takes the passwords out of what is told: a browser's message of a failure may repeat what was typed. */
export function withoutPasswords(accounts: readonly Pick<SmokeAccount, 'password'>[]): (text: string) => string {
  return (text) => accounts.reduce((told, { password }) => told.replaceAll(password, '…'), text);
}
