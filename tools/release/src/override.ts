import { USER_TYPES, type RouteDeclaration, type UserType } from '@nemus/contract';
import { digestOf, OVERRIDE_HOURS, parseRelease, RELEASE_FILE, type Override } from '@nemus/registry';
import { Refusal } from './refusal';
import { unreachableIn } from './reachability';

export interface OverrideRequest {
  readonly remote: string;
  /** Address of a folder with `release.json` and its files. */
  readonly url: string;
  readonly hours?: number;
  readonly now?: Date;
}

/** An override, and the machines that can load it. */
export interface MadeOverride {
  readonly override: Override;
  /** Account types that open a page of the area; the guard keeps the others out of it, override or not. */
  readonly accounts: readonly UserType[];
}

function accountsOf(routes: readonly RouteDeclaration[]): readonly UserType[] {
  return USER_TYPES.filter((type) => routes.length === 0 || routes.some(({ roles }) => !roles || roles.includes(type)));
}

/**
 * Makes an override for the shell's panel, after checking its target: the area's own release document, with every file
 * readable for the portal. The portal decides whether to accept it.
 */
export async function makeOverride({
  remote,
  url,
  hours = 1,
  now = new Date(),
}: OverrideRequest): Promise<MadeOverride> {
  if (hours > OVERRIDE_HOURS) {
    throw new Refusal('malformed', `An override lasts ${OVERRIDE_HOURS} hours at most.`, 'Make a new one tomorrow.');
  }
  const folder = new URL(url.endsWith('/') ? url : `${url}/`);
  const text = await fetchText(new URL(RELEASE_FILE, folder));
  const parsed = parseRelease(text);
  if (!parsed.ok) throw notServed(folder, parsed.message);
  const { name, routes } = parsed.release.declaration;
  if (name !== remote) throw notServed(folder, `It has the area "${name}".`);
  const problems = await unreachableIn(folder, { release: parsed.release, digest: await digestOf(text) });
  if (problems.length > 0) throw notServed(folder, ...problems);
  const until = new Date(now.getTime() + hours * 3_600_000).toISOString();
  return { override: { remote, url: folder.href, until }, accounts: accountsOf(routes) };
}

async function fetchText(url: URL): Promise<string> {
  try {
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(`it answers ${answer.status}`);
    return await answer.text();
  } catch (cause) {
    throw notServed(url, cause instanceof Error ? cause.message : String(cause));
  }
}

function notServed(url: URL, ...details: string[]): Refusal {
  return new Refusal(
    'not-published',
    `${url.href} is no release that a browser could load.`,
    'Serve it ("npx --no-install @nemus/release dev <app>"), or publish a preview. Any other server needs CORS headers.',
    { details },
  );
}
