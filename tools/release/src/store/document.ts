import { parseRegistry, type ParsedRegistry, type RegistryDocument, type SwitchFacts } from '@nemus/registry';
import { Refusal } from '../refusal';
import type { EntryChange } from './store';

/** Text of a document, as a store has it. */
export function documentText(document: unknown): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** The registry document after a change; every other entry stays exactly as it came. */
export function changedDocument(before: string | null, change: EntryChange, now: Date): string {
  const opened = before === null ? null : openText(before);
  const entries = new Map(opened?.raw);
  if (change.entry) entries.set(change.remote, change.entry);
  else entries.delete(change.remote);
  return documentText({
    schema: 1,
    environment: change.environment,
    revision: change.expectedRevision + 1,
    issuedAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + change.validFor).toISOString(),
    remotes: [...entries.values()],
    switches: switchesAfter(opened?.registry.switches ?? {}, change, now),
  });
}

/** Who switched off what; undefined, and so not in the document, when nothing is off. */
function switchesAfter(
  before: Readonly<Record<string, SwitchFacts>>,
  { remote, entry, switched }: EntryChange,
  now: Date,
): Readonly<Record<string, SwitchFacts>> | undefined {
  const { [remote]: own, ...others } = before;
  const isOff = entry !== null && Reflect.get(entry, 'enabled') === false;
  const facts = switched ? { by: switched.by ?? `Team ${switched.team}`, since: now.toISOString() } : own;
  const after = isOff && facts ? { ...others, [remote]: facts } : others;
  return Object.keys(after).length > 0 ? after : undefined;
}

/** Parses a registry for writing: here a single entry that cannot be read stops everything, since it would be lost. */
export function openText(text: string): ParsedRegistry {
  const parsed = parseRegistry(text);
  if (parsed.ok && parsed.refused.length === 0) return parsed;
  const details = parsed.ok ? parsed.refused.map(({ name, message }) => `${name}: ${message}`) : [parsed.message];
  throw new Refusal(
    'malformed',
    'The registry in the store cannot be read completely, so it is not written either.',
    'It was written by a newer version, or by hand: update this checkout, or restore the document from the revision log.',
    { details },
  );
}

/** What the registry of an environment says now. */
export interface CurrentRegistry {
  /** 0 when nothing was promoted there yet. */
  readonly revision: number;
  readonly registry: RegistryDocument;
  /** Entries as they came, by remote name. */
  readonly raw: ReadonlyMap<string, object>;
}

/** An environment in which nothing was promoted yet. */
export function emptyRegistry(environment: string): CurrentRegistry {
  const never = new Date(0).toISOString();
  const registry = { schema: 1, environment, revision: 0, issuedAt: never, expiresAt: never, remotes: [] } as const;
  return { revision: 0, registry: { ...registry, remotes: [] }, raw: new Map() };
}
