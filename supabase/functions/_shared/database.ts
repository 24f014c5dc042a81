import { createClient } from '@supabase/supabase-js';
import { z } from 'zod';
import type { Caller } from './caller.ts';
import type { Environment } from './environment.ts';
import { Failure, isRefusalCode } from './failure.ts';
import { codedError } from './texts/coded-error.ts';

const accountSchema = z.object({ user_type: z.enum(['piw', 'institution']) });

/** The database as the functions see it. */
export interface Database {
  /** What kind of account this is, from its profile; null without one. */
  findUserType(userId: string): Promise<z.infer<typeof accountSchema>['user_type'] | null>;
  /**
   * Calls a function of the database.
   *
   * @throws {Failure} with the code that the database refuses with
   * @throws {Error} when the database fails or answers something else than `schema`
   */
  call<T>(name: string, args: Readonly<Record<string, unknown>>, schema: z.ZodType<T>): Promise<T>;
}

/** What sending a letter takes. Unlike a desk it needs no payment provider. */
export interface Place {
  readonly environment: Environment;
  readonly database: Database;
}

/** Opens the database with the secret key, which bypasses row level security. */
export function openDatabase({ supabaseUrl, secretKey }: Environment): Database {
  return connect(supabaseUrl, secretKey, secretKey);
}

/** Opens the database as the caller: row level security applies, and `auth.uid()` is the caller's id. */
export function openDatabaseAs({ supabaseUrl, publishableKey }: Environment, caller: Caller): Database {
  return connect(supabaseUrl, publishableKey, caller.token);
}

function connect(supabaseUrl: string, key: string, token: string): Database {
  const client = createClient(supabaseUrl, key, { accessToken: () => Promise.resolve(token) });
  return {
    async findUserType(userId) {
      const { data, error } = await client
        .from('nemus_profiles')
        .select('user_type')
        .eq('user_id', userId)
        .maybeSingle();
      if (error) throw new Error(`The profile cannot be read: ${error.code} ${error.message}`, { cause: error });
      return accountSchema.nullable().parse(data)?.user_type ?? null;
    },
    async call(name, args, schema) {
      const { data, error } = await client.rpc(name, { ...args });
      if (error) {
        const { code, values } = codedError(error) ?? { code: '', values: undefined };
        if (isRefusalCode(code)) throw new Failure(code, { cause: error, values });
        throw new Error(`${name} failed: ${error.code} ${error.message}`, { cause: error });
      }
      const parsed = schema.safeParse(data);
      if (!parsed.success) throw new Error(`${name} answered something else.`, { cause: parsed.error });
      return parsed.data;
    },
  };
}
