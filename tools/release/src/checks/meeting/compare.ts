import { isUnderstood, type MeetingDocument, type MeetingGiven, type MeetingTaken } from '@nemus/contract';
import { readExpectation, type Mismatch } from './expectation';

/** A release that meets others. */
export interface Party {
  /** Name of the area. */
  readonly area: string;
  readonly version: string;
  readonly meeting: MeetingDocument;
}

/** What was found where two releases meet. */
export interface Encounter {
  /** One sentence each: what the giver sends and the taker does not understand. */
  readonly problems: readonly string[];
  /** What could not be compared, and why. */
  readonly hints: readonly string[];
}

/** Everything that one release sends and the other takes, example by example. */
export function compareMeetings(giver: Party, taker: Party): Encounter {
  const sent = pairs(giver.meeting.emits, taker.meeting.hears).map((pair) =>
    compare(pair, `${nameOf(giver)} emits "${pair.given.name}", which ${nameOf(taker)} hears`),
  );
  const shown = pairs(giver.meeting.shows, taker.meeting.offers).map((pair) =>
    compare(pair, `${nameOf(giver)} shows the slot "${pair.given.name}", which ${nameOf(taker)} offers`),
  );
  const all = [...sent, ...shown];
  return { problems: all.flatMap(({ problems }) => problems), hints: all.flatMap(({ hints }) => hints) };
}

/** What a release says of itself that its own examples do not keep, one sentence each. */
export function ownProblems({ area, meeting }: Party): string[] {
  const takes = [...meeting.hears, ...meeting.offers];
  return takes.flatMap(({ name, schema, examples }) => {
    const expectation = safeExpectation(schema);
    if (expectation === null) return [`${area} says of "${name}" what is no JSON Schema.`];
    return examples.flatMap((example) =>
      expectation(example.value).map(
        ({ field, message }) => `${area} takes "${name}" as "${example.name}", which it refuses: ${field} ${message}.`,
      ),
    );
  });
}

interface Pair {
  readonly given: MeetingGiven;
  readonly taken: MeetingTaken;
}

function pairs(given: readonly MeetingGiven[], taken: readonly MeetingTaken[]): Pair[] {
  return given.flatMap((one) =>
    taken.filter(({ name }) => name === one.name).map((other) => ({ given: one, taken: other })),
  );
}

function compare({ given, taken }: Pair, meeting: string): Encounter {
  if (majorOf(given.since) !== majorOf(taken.upTo)) {
    // What lies between two major versions is the shell's to translate.
    return { problems: [], hints: [`${meeting}: ${given.since} and ${taken.upTo} are not compared.`] };
  }
  const expectation = safeExpectation(taken.schema);
  if (expectation === null) return { problems: [], hints: [`${meeting}: what it takes is no JSON Schema.`] };
  const problems = given.examples.flatMap(({ name, since, value }) =>
    expectation(value).map((mismatch) => plain(`${meeting}, as "${name}": ${sentence(mismatch, since, taken.upTo)}`)),
  );
  return { problems, hints: [] };
}

function sentence({ field, message }: Mismatch, since: string, upTo: string): string {
  const what = field === '' ? message : `"${field}" ${message.charAt(0).toLowerCase()}${message.slice(1)}`;
  return isUnderstood(since, upTo)
    ? `${what}.`
    : `${what}. This needs ${since}; what came up to ${upTo} is understood.`;
}

function safeExpectation(schema: unknown): ReturnType<typeof readExpectation> | null {
  try {
    return readExpectation(schema);
  } catch {
    return null;
  }
}

/**
 * Another team's text, made safe for a terminal: without control characters that move the cursor, colour or reorder
 * text.
 */
const plain = (text: string) => text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ');

const nameOf = ({ area, version }: Party) => `${area} ${version}`;
const majorOf = (version: string) => version.split('.')[0];
