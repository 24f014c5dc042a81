// Imported by name, not from `z`: this file runs in builds only, and browsers load `z` without it.
import { toJSONSchema, z } from 'zod';
import { eventPayloadSchemas } from '../event-payloads';
import { slotPropsSchemas } from '../slots';
import { meetingDocumentSchema, type MeetingDocument, type MeetingExample } from './document';

const examplesSchema = z.record(z.string(), z.record(z.string(), z.unknown()));
type Examples = z.infer<typeof examplesSchema>;

/** A declaration as it comes from a file; names, payloads and props are checked against the contract later. */
const declaredSchema = z.strictObject({
  emits: z.record(z.string(), examplesSchema).default({}),
  hears: z
    .record(
      z.string(),
      z.strictObject({
        reads: z.instanceof(z.ZodType).default(() => z.object({})),
        takes: examplesSchema,
        ignores: examplesSchema.default({}),
      }),
    )
    .default({}),
  shows: z.record(z.string(), examplesSchema).default({}),
  offers: z
    .record(z.string(), z.strictObject({ takes: examplesSchema, refuses: examplesSchema.default({}) }))
    .default({}),
});

/** What the contract says about one event or slot. */
interface Known {
  /** `event` or `slot`, and its name: for messages. */
  readonly what: string;
  readonly schema: z.ZodType;
  /** Version that added it. */
  readonly since: string;
  /** Version that added each of its fields, where that is later. */
  readonly fields: ReadonlyMap<string, string>;
}

const sinceOf = z.object({ since: z.string().optional() });

/**
 * The document of a release from the area's `defineMeeting`. Throws an error that names an example which the contract
 * does not allow: the area's own contract would refuse it.
 */
export function meetingDocument(declared: unknown): MeetingDocument {
  const meeting = declaredSchema.parse(declared);
  const { emits, hears, shows, offers } = meeting;
  return meetingDocumentSchema.parse({
    schema: 1,
    emits: Object.entries(emits).map(([name, examples]) => given(name, eventOf(name), examples)),
    hears: Object.entries(hears).map(([name, { reads, takes, ignores }]) => {
      const event = eventOf(name);
      examplesOf(event, event.schema, ignores);
      return taken(name, event, { reads, takes });
    }),
    shows: Object.entries(shows).map(([name, examples]) => given(name, slotOf(name), examples)),
    offers: Object.entries(offers).map(([name, { takes, refuses }]) => {
      const slot = slotOf(name);
      refuse(slot, refuses);
      return taken(name, slot, { reads: slot.schema, takes });
    }),
  } satisfies z.input<typeof meetingDocumentSchema>);
}

function given(name: string, known: Known, examples: Examples) {
  const list = examplesOf(known, known.schema, examples);
  if (list.length === 0) throw new Error(`The ${known.what} has no example of what is sent.`);
  return { name, since: latest(list.map(({ since }) => since)), examples: list };
}

function taken(name: string, known: Known, { reads, takes }: { reads: z.ZodType; takes: Examples }) {
  // What is accepted must be what is read, and what the contract has.
  examplesOf(known, known.schema, takes);
  const examples = examplesOf(known, reads, takes);
  return { name, upTo: latest([known.since, ...known.fields.values()]), schema: jsonSchema(reads), examples };
}

function examplesOf(known: Known, schema: z.ZodType, examples: Examples): MeetingExample[] {
  return Object.entries(examples).map(([name, example]) => {
    const parsed = schema.safeParse(example);
    if (!parsed.success) {
      throw new Error(`"${name}" is no example of the ${known.what}:\n${z.prettifyError(parsed.error)}`);
    }
    const value = z.record(z.string(), z.json()).parse(JSON.parse(JSON.stringify(example)));
    const fields = Object.keys(value).flatMap((field) => known.fields.get(field) ?? []);
    return { name, since: latest([known.since, ...fields]), value };
  });
}

function refuse(known: Known, examples: Examples): void {
  for (const [name, example] of Object.entries(examples)) {
    if (known.schema.safeParse(example).success)
      throw new Error(`"${name}" is refused, but the ${known.what} takes it.`);
  }
}

/** JSON Schema for transport: a format replaces its pattern, since a pattern of another team is never run. */
function jsonSchema(schema: z.ZodType): Record<string, z.infer<ReturnType<typeof z.json>>> {
  const made = toJSONSchema(schema, {
    io: 'input',
    override: ({ jsonSchema: part }) => {
      if (part.format !== undefined) delete part.pattern;
    },
  });
  return z.record(z.string(), z.json()).parse(JSON.parse(JSON.stringify(made)));
}

const eventOf = (name: string): Known => knownOf('event', name, eventPayloadSchemas);
const slotOf = (name: string): Known => knownOf('slot', name, slotPropsSchemas);

function knownOf(kind: string, name: string, schemas: Readonly<Record<string, z.ZodType>>): Known {
  const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
  if (!schema) throw new Error(`The contract has no ${kind} "${name}".`);
  const { since = '', properties = {} } = z
    .object({ since: z.string(), properties: z.record(z.string(), sinceOf) })
    .partial()
    .parse(jsonSchema(schema));
  const fields = Object.entries(properties).flatMap(([field, { since: later }]) =>
    later === undefined ? [] : [[field, later] as const],
  );
  return { what: `${kind} "${name}"`, schema, since, fields: new Map(fields) };
}

/** The highest of versions such as `1.10`. */
function latest(versions: readonly string[]): string {
  const rank = (version: string) => version.split('.').reduce((sum, part) => sum * 10_000 + Number(part), 0);
  return versions.reduce((high, version) => (rank(version) > rank(high) ? version : high));
}
