import { z } from 'zod';

/** The file of a release that says where it meets other areas. Older shells ignore it. */
export const MEETING_FILE = 'meeting.json';

const MOST_MEETINGS = 60;
const MOST_EXAMPLES = 40;

/** Name of an event or a slot. */
const meetingName = z.string().regex(/^[a-z][a-z0-9-]{0,59}$/);

/** The contract version that added something: major and minor. */
const sinceSchema = z.string().regex(/^\d{1,4}\.\d{1,4}$/);

/** Payload of an event, or props of a slot, by the name that a test uses. */
const exampleSchema = z.object({
  name: z.string().min(1).max(120),
  /** The lowest version that understands all of it. */
  since: sinceSchema,
  value: z.record(z.string(), z.json()),
});
export type MeetingExample = z.infer<typeof exampleSchema>;

/** What a release sends: an event, or the props of a slot of another area. */
const givenSchema = z.object({
  name: meetingName,
  /** The lowest version that understands everything that is sent. */
  since: sinceSchema,
  examples: z.array(exampleSchema).min(1).max(MOST_EXAMPLES),
});
export type MeetingGiven = z.infer<typeof givenSchema>;

/** What a release accepts: an event that it listens to, or the props of a slot that it offers. */
const takenSchema = z.object({
  name: meetingName,
  /** Everything up to this version is understood. */
  upTo: sinceSchema,
  /** JSON Schema of the required part; without `additionalProperties: false` unknown fields are ignored. */
  schema: z.record(z.string(), z.json()),
  examples: z.array(exampleSchema).max(MOST_EXAMPLES),
});
export type MeetingTaken = z.infer<typeof takenSchema>;

/**
 * Content of {@link MEETING_FILE}: what a release sends to other areas, and what it accepts from them, with examples.
 * Unknown fields are ignored, so newer areas may add some.
 */
export const meetingDocumentSchema = z.object({
  schema: z.literal(1),
  /** Events that it publishes. */
  emits: z.array(givenSchema).max(MOST_MEETINGS),
  /** Events that it reacts to. */
  hears: z.array(takenSchema).max(MOST_MEETINGS),
  /** Slots of other areas that it shows. */
  shows: z.array(givenSchema).max(MOST_MEETINGS),
  /** Slots that it offers. */
  offers: z.array(takenSchema).max(MOST_MEETINGS),
});
export type MeetingDocument = z.infer<typeof meetingDocumentSchema>;

/** Whether something added by one version is understood by another: the same major, and not newer. */
export function isUnderstood(since: string, upTo: string): boolean {
  const [[major = 0, minor = 0], [knownMajor = 0, knownMinor = 0]] = [parts(since), parts(upTo)];
  return major === knownMajor && minor <= knownMinor;
}

const parts = (version: string): number[] => version.split('.').map(Number);
