import { z } from 'zod';
import { menuEntrySchema, remoteDeclarationSchema } from './declaration';
import type { Ports } from './ports';

/** The file of a release that lists its entries in the command palette. Older shells ignore it. */
export const COMMANDS_FILE = 'commands.json';

/** Text drawn on one line: no line breaks, no characters that change the writing direction. */
const line = (longest: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(longest)
    .regex(/^[^\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]*$/u, 'One line of plain text.');

/** Whether a browser reads an address literally: `%2e%2e` and the like would lead elsewhere. */
function isPlain(path: string): boolean {
  const url = new URL(path, 'https://portal.invalid');
  return url.host === 'portal.invalid' && url.pathname + url.search + url.hash === path;
}

/**
 * An address inside the portal: a path with a lower-case first segment, optionally a query and a fragment. No scheme,
 * no host, no `..`. The check of the area's routes makes sure that it belongs to the area.
 */
export const commandPathSchema = z
  .string()
  .max(300)
  .regex(
    /^\/[a-z0-9-]+(\/(?!\.{1,2}(\/|\?|#|$))[\w.~%-]+)*(\?[\w.~%=&+-]*)?(#[\w.~%-]*)?$/,
    'An address of the portal, such as "/course-bookings?ansicht=buchen".',
  )
  .refine(isPlain, 'An address that a browser would change.');

const commandId = z.string().regex(/^[a-z0-9-]{1,40}$/);

/** Who sees an entry: account types and rights, as for a menu entry. */
const audience = { roles: menuEntrySchema.shape.roles, requires: menuEntrySchema.shape.requires };

/** An entry of the command palette that is known without the area's code (since 1.8). */
export const commandSchema = z.object({
  id: commandId,
  /** German; for an action a verb and what it acts on, such as "Kurs buchen". */
  label: line(60),
  path: commandPathSchema,
  /** What people may type instead; never shown. */
  keywords: z.array(line(40)).max(20).default([]),
  /** `action`: the page starts something. */
  kind: z.enum(['page', 'action']).default('action'),
  ...audience,
});
export type Command = z.infer<typeof commandSchema>;

/**
 * A module of the container that searches as the user types (since 1.8). Its default export is a {@link
 * SearchProvider}.
 */
export const searchDeclarationSchema = z.object({
  id: commandId,
  /** Heading of its results, in German: "Personen". */
  label: line(40),
  expose: z
    .string()
    .regex(/^\.\/[a-z0-9-]+$/)
    .refine((expose) => expose !== './app', 'A search has a module of its own.'),
  ...audience,
});
export type SearchDeclaration = z.infer<typeof searchDeclarationSchema>;

const MOST_COMMANDS = 60;
const MOST_SEARCHES = 6;

/** The content of `remote.config.ts`: the declaration, and the area's palette entries. */
export const remoteConfigSchema = remoteDeclarationSchema.extend({
  commands: z.array(z.strictObject(commandSchema.shape)).max(MOST_COMMANDS).default([]),
  searches: z.array(z.strictObject(searchDeclarationSchema.shape)).max(MOST_SEARCHES).default([]),
});
export type RemoteConfig = z.infer<typeof remoteConfigSchema>;

/** Content of {@link COMMANDS_FILE}. Unknown fields are ignored, so newer areas may add some. */
export const commandsDocumentSchema = z.object({
  schema: z.literal(1),
  commands: z.array(commandSchema).max(MOST_COMMANDS),
  searches: z.array(searchDeclarationSchema).max(MOST_SEARCHES),
});
export type CommandsDocument = z.infer<typeof commandsDocumentSchema>;

/** Maximum number of search results; the rest is cut off. */
export const MOST_FOUND = 8;

/** A search result. */
export const foundEntrySchema = z.object({
  /** Unique within the search. */
  id: z.string().min(1).max(100),
  label: line(120),
  /** A second, quieter line: "6 Credits", "3. Weiterbildungsjahr". */
  detail: line(160).optional(),
  path: commandPathSchema,
});
export type FoundEntry = z.infer<typeof foundEntrySchema>;

/**
 * Searches what the account may see, best results first, {@link MOST_FOUND} at most. Asks the backend through the
 * ports, like any page. When it rejects or is late, the palette notes that quietly and shows the other results. An
 * aborted search may do either.
 *
 * @param query the trimmed input, at least two characters
 */
export type SearchProvider = (ports: Ports, query: string, signal: AbortSignal) => Promise<readonly FoundEntry[]>;
