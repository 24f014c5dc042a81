import { z } from 'zod';

/** The file of a release that says where it meets other areas. Older shells see one file more, and ignore it. */
export const MEETING_FILE = 'meeting.json';

const MOST_MEETINGS = 60;
const MOST_EXAMPLES = 40;

/** Name of an event or a slot. */
const meetingName = z.string().regex(/^[a-z][a-z0-9-]{0,59}$/);

/** Version of the contract that something came with: major and minor. */
const sinceSchema = z.string().regex(/^\d{1,4}\.\d{1,4}$/);

/** Payload of an event, or props of a slot, by the name that a test cites. */
const exampleSchema = z.object({
  name: z.string().min(1).max(120),
  /** The least version that understands all of it. */
  since: sinceSchema,
  value: z.record(z.string(), z.json()),
});
export type MeetingExample = z.infer<typeof exampleSchema>;

/** What a release sends: an event, or the props of a slot of another area. */
const givenSchema = z.object({
  name: meetingName,
  /** The least version that understands everything that is sent. */
  since: sinceSchema,
  examples: z.array(exampleSchema).min(1).max(MOST_EXAMPLES),
});
export type MeetingGiven = z.infer<typeof givenSchema>;

/** What a release takes: an event that it hears, or the props of a slot that it offers. */
const takenSchema = z.object({
  name: meetingName,
  /** Everything up to this version is understood. */
  upTo: sinceSchema,
  /** JSON Schema of what is needed; without `additionalProperties: false` unknown fields are left aside. */
  schema: z.record(z.string(), z.json()),
  examples: z.array(exampleSchema).max(MOST_EXAMPLES),
});
export type MeetingTaken = z.infer<typeof takenSchema>;

/**
 * {@link MEETING_FILE}: what a release sends to areas that it does not know, and what it takes from them, with examples.
 * Fields that a reader does not know are ignored: newer areas may say more.
 */
export const meetingDocumentSchema = z.object({
  schema: z.literal(1),
  /** Events that it publishes. */
  emits: z.array(givenSchema).max(MOST_MEETINGS),
  /** Events that it does something about. */
  hears: z.array(takenSchema).max(MOST_MEETINGS),
  /** Slots of other areas that it shows. */
  shows: z.array(givenSchema).max(MOST_MEETINGS),
  /** Slots that it offers. */
  offers: z.array(takenSchema).max(MOST_MEETINGS),
});
export type MeetingDocument = z.infer<typeof meetingDocumentSchema>;

/** Whether what came with one version is understood by another: the same major version, and none that is newer. */
export function isUnderstood(since: string, upTo: string): boolean {
  const [[major = 0, minor = 0], [knownMajor = 0, knownMinor = 0]] = [parts(since), parts(upTo)];
  return major === knownMajor && minor <= knownMinor;
}

const parts = (version: string): number[] => version.split('.').map(Number);
