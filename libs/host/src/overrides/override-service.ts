/** Needed once there is an override; a separate chunk, since almost no user has one. */
import { openOverride, type Override, type OverrideProblem, type RegistryDocument } from '@nemus/registry';
import { z } from 'zod';
import { DataError, readRows, type DataClient } from '@nemus/data';
import { withTimeout } from '../browser/with-timeout';

/** Why an override is refused. `unreachable`: its validity could not be checked. */
export type OverrideRefusal = OverrideProblem | 'unreachable';

/** The override was refused. */
export class OverrideRefused extends Error {
  override readonly name = 'OverrideRefused';
  readonly refusal: OverrideRefusal;

  constructor(refusal: OverrideRefusal, options?: { cause?: unknown }) {
    super(refusal, options);
    this.refusal = refusal;
  }
}

/** What determines whether overrides are allowed in this page. */
export interface OverrideRules {
  readonly environment: string;
  /** Root of the release store. */
  readonly storeUrl: string;
  /** Other origins allowed by the operator (`/config.json`). */
  readonly origins: readonly string[];
  readonly registry: () => Promise<RegistryDocument>;
  readonly client: () => Promise<DataClient>;
  readonly now: () => Date;
}

/** An override that this browser may use. */
export interface OpenOverride {
  readonly id: string;
  readonly override: Override;
}

const idSchema = z.uuid();
/** The stored part: an id, which only means something to the database. */
const keptSchema = z.strictObject({ id: idSchema });

/** The stored text of an override. */
export function overrideText({ id }: OpenOverride): string {
  return JSON.stringify({ id } satisfies z.infer<typeof keptSchema>);
}

/** Reads a stored override, and checks all of it again. Rejects with {@link OverrideRefused}. */
export async function restoreOverride(kept: string, rules: OverrideRules): Promise<OpenOverride> {
  const parsed = keptSchema.safeParse(parseJson(kept));
  if (!parsed.success) throw new OverrideRefused('malformed');
  const { id } = parsed.data;
  const found = await ask(async () => {
    const client = await rules.client();
    const answer = await withTimeout(
      client.rpc('nemus_release_override', { p_environment: rules.environment, p_id: id }),
    );
    return readRows(answer, z.unknown());
  });
  // Invalid, ended, another account's, or of an account that lost the right.
  if (found === null) throw new OverrideRefused('not-allowed');
  return { id, override: await check(found, rules) };
}

/**
 * Accepts the line printed by `nemus-release override`. The portal's rules are checked here, the right by the database.
 * Rejects with {@link OverrideRefused}.
 */
export async function takeOverride(line: string, rules: OverrideRules): Promise<OpenOverride> {
  const override = await check(parseJson(line), rules);
  const { remote: p_remote, url: p_url, until: p_until } = override;
  const id = await ask(async () => {
    const client = await rules.client();
    const opening = { p_environment: rules.environment, p_remote, p_url, p_until };
    return readRows(await withTimeout(client.rpc('nemus_open_release_override', opening)), idSchema);
  });
  return { id, override };
}

/** Also ends an override in the database; the page works without it in any case. */
export async function endOverride(id: string, { client }: Pick<OverrideRules, 'client'>): Promise<void> {
  await readRows(await withTimeout((await client()).rpc('nemus_end_release_override', { p_id: id })), z.unknown());
}

async function check(candidate: unknown, { storeUrl, origins, registry, now }: OverrideRules): Promise<Override> {
  // The database checks the account's right with every override that it returns.
  const policy = { allowed: true, storeUrl, origins, registry: await registry(), now: now() };
  const opened = openOverride(candidate, policy);
  if (!opened.ok) throw new OverrideRefused(opened.problem);
  return opened.override;
}

async function ask<T>(question: () => Promise<T>): Promise<T> {
  try {
    return await question();
  } catch (cause) {
    if (!(cause instanceof DataError) || cause.code === 'malformed') throw cause;
    const isRefused = cause.status >= 400 && cause.status < 500;
    throw new OverrideRefused(isRefused ? 'not-allowed' : 'unreachable', { cause });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
