import { z } from 'zod';

/** The file of a release that lists what it uses of the shell. Older shells ignore it. */
export const USES_FILE = 'uses.json';

/** The counterpart next to the shell's page: what the shell has. */
export const PROVIDES_FILE = 'provides.json';

/** Maximum length of either document; longer ones are ignored. */
export const MOST_USES_BYTES = 200_000;

/** Maximum length of a list: zod, the largest shared module, has some 300 names. */
const MOST_NAMES = 5_000;
const MOST_MODULES = 100;

/** An export of a module, limited to characters that are harmless when shown. */
const exportedName = z
  .string()
  .max(100)
  .regex(/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u);
const specifier = z
  .string()
  .max(200)
  .regex(/^(?:@[a-z0-9][\w.-]*\/)?[a-z0-9][\w./-]*$/);
/** A slot or event, by its name in the contract. */
const word = z
  .string()
  .max(60)
  .regex(/^[a-z0-9-]+$/);
/** A port, or a member of one: `session`, `session.getAccessToken`. */
const portName = z
  .string()
  .max(100)
  .regex(/^[A-Za-z]+(?:\.[A-Za-z]+)?$/);

const list = <T extends z.ZodType>(of: T) => z.array(of).max(MOST_NAMES);
const modules = <T extends z.ZodType>(of: T) =>
  z.record(specifier, of).refine((all) => Object.keys(all).length <= MOST_MODULES, 'Too many modules.');

const contractNames = { slots: list(word), events: list(word), ports: list(portName) };

/** Content of {@link USES_FILE}. Unknown fields are ignored, so newer builds may add some. */
export const usesDocumentSchema = z.object({
  schema: z.literal(1),
  /** What is taken of each shared module, by specifier. */
  modules: modules(
    z.object({
      names: list(exportedName),
      /** Imported as a whole somewhere, so the names are incomplete and the version counts. */
      whole: z.boolean().default(false),
    }),
  ),
  /** Slots that are shown, events that are published or heard. The host of a slot has a fallback. */
  slots: contractNames.slots,
  events: contractNames.events,
  /** Members of ports that it reads, except those that the contract lets a shell leave out. */
  ports: contractNames.ports,
});
export type UsesDocument = z.infer<typeof usesDocumentSchema>;

/** Name of a shell: the hash of everything that its build read. */
export const shellIdSchema = z.string().regex(/^[0-9a-f]{8,16}$/);

/** Content of {@link PROVIDES_FILE}. Unknown fields are ignored. */
export const providesDocumentSchema = z.object({
  schema: z.literal(1),
  shell: shellIdSchema,
  contract: z.string().min(1).max(40),
  modules: modules(
    z.object({
      version: z.string().min(1).max(60),
      /** Null for a module whose exports cannot be listed without running it: its version counts. */
      names: list(exportedName).nullable(),
    }),
  ),
  ...contractNames,
});
export type ProvidesDocument = z.infer<typeof providesDocumentSchema>;

/** Reads either document; null for an invalid one, or one of a later schema. */
export function parseUses(text: string): UsesDocument | null {
  return parse(usesDocumentSchema, text);
}

/** See {@link parseUses}. */
export function parseProvides(text: string): ProvidesDocument | null {
  return parse(providesDocumentSchema, text);
}

function parse<T>(schema: z.ZodType<T>, text: string): T | null {
  if (text.length > MOST_USES_BYTES) return null;
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
