import type { GoTrueClient } from '@supabase/auth-js';
import type { NewFactor, SecondFactor } from '@nemus/contract';
import { readDigits } from '@nemus/data';
import { z } from 'zod';
import { ask, SessionError } from './session-error';

const claimsSchema = z.object({ aal: z.string().optional() });

/**
 * The assurance level in a token; undefined for an invalid one. Decisions that rely on it are checked again by the
 * database.
 */
function levelOf(token: string): string | undefined {
  try {
    const [, payload = ''] = token.split('.');
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
    return claimsSchema.parse(JSON.parse(new TextDecoder().decode(bytes))).aal;
  } catch {
    return undefined;
  }
}

/** The part of a session that says which factors its account has, and which were given. */
interface GivenFactors {
  readonly access_token: string;
  readonly user: { readonly factors?: readonly { readonly status: string }[] | undefined };
}

const isVerified = ({ status }: { readonly status: string }) => status === 'verified';

/** Whether the session's account has a second factor. */
export const hasFactor = (session: GivenFactors): boolean => (session.user.factors ?? []).some(isVerified);

/** Whether the account has a second factor that this session has not given. */
export const needsFactor = (session: GivenFactors): boolean =>
  hasFactor(session) && levelOf(session.access_token) !== 'aal2';

/** Second factors of the signed-in account. Every function rejects with a {@link SessionError}. */
export interface Factors {
  list(): Promise<readonly SecondFactor[]>;
  /** Starts to enrol a factor; it counts after its first code. */
  begin(name: string): Promise<NewFactor>;
  /** Finishes a factor with its first code; the account's other sessions end. */
  finish(factorId: string, code: string): Promise<void>;
  /** Proves a factor in this session: at sign-in, and again before requests that need it. */
  give(code: string): Promise<void>;
  /** Removes a factor; the session must have proved one. */
  remove(factorId: string): Promise<void>;
}

/** @param client loads the client's code */
export function createFactors(client: () => Promise<GoTrueClient>): Factors {
  async function confirm(factorId: string, code: string): Promise<void> {
    const { mfa } = await client();
    await ask(() => mfa.challengeAndVerify({ factorId, code: readDigits(code) }));
  }

  return {
    list: async () => {
      const { mfa } = await client();
      const { data } = await ask(() => mfa.listFactors());
      return (data?.all ?? [])
        .filter(({ status, factor_type: type }) => status === 'verified' && type === 'totp')
        .map((factor) => ({ id: factor.id, name: factor.friendly_name ?? '', createdAt: factor.created_at }));
    },
    begin: async (name) => {
      const { mfa } = await client();
      const { data } = await ask(() => mfa.enroll({ factorType: 'totp', friendlyName: name }));
      if (!data) throw new SessionError('unexpected', 0, null);
      return { id: data.id, secret: data.totp.secret, uri: data.totp.uri };
    },
    finish: confirm,
    give: async (code) => {
      const { data } = await (await client()).getSession();
      const factors = (data.session?.user.factors ?? []).filter((one) => isVerified(one) && one.factor_type === 'totp');
      if (factors.length === 0) throw new SessionError('mfa_factor_not_found', 404, null);
      // Only the service knows which app a code is from: try them in turn.
      for (const [index, { id }] of factors.entries()) {
        try {
          await confirm(id, code);
          return;
        } catch (error) {
          const isWrong = error instanceof SessionError && error.code === 'mfa_verification_failed';
          if (!isWrong || index === factors.length - 1) throw error;
        }
      }
    },
    remove: async (factorId) => {
      const auth = await client();
      await ask(() => auth.mfa.unenroll({ factorId }));
      // The new token carries the session's level.
      await ask(() => auth.refreshSession());
    },
  };
}
