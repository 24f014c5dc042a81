import { z } from 'zod';
import { PORTAL_EVENT_NAMES } from '../events';
import { eventPayloadSchemas } from '../event-payloads';
import { slotPropsSchemas } from '../slots';
import { defineMeeting, type MeetingConfig } from './define';
import { isUnderstood, meetingDocumentSchema } from './document';
import { meetingDocument } from './make-document';

const COURSE = { courseId: 'c-1', courseTitle: 'Ethik', priceEuros: 120, creditCost: 60, enrolled: false };

it('says for every event and slot which version of the contract added it', () => {
  const since = [...Object.values(eventPayloadSchemas), ...Object.values(slotPropsSchemas)].map(
    (schema) => schema.meta()?.since,
  );
  expect(since).toEqual(since.map(() => expect.stringMatching(/^\d+\.\d+$/)));
  expect(Object.keys(eventPayloadSchemas)).toEqual([...PORTAL_EVENT_NAMES]);
});

describe('the document of a release', () => {
  const meeting = defineMeeting({
    emits: { 'bookings-changed': { 'two people were booked': { courseId: 'c-1', traineeIds: ['t-1', 't-2'] } } },
    hears: {
      'bookings-changed': {
        reads: z.object({ courseId: z.string() }),
        takes: { 'a place was given back': { courseId: 'c-1', traineeIds: [] } },
      },
      'credits-changed': { takes: {} },
    },
    shows: { 'course-purchase': { 'for itself': COURSE, 'for a trainee': { ...COURSE, traineeIds: ['t-1'] } } },
    offers: {
      'course-purchase': { takes: { 'for itself': COURSE }, refuses: { 'no trainee': { ...COURSE, traineeIds: [] } } },
    },
  });
  const document = meetingDocument(meeting);

  it('has each example with the version that it needs', () => {
    expect(document.shows).toMatchObject([
      {
        name: 'course-purchase',
        since: '1.1',
        examples: [
          { name: 'for itself', since: '1.0', value: COURSE },
          { name: 'for a trainee', since: '1.1' },
        ],
      },
    ]);
    expect(document.emits).toMatchObject([{ name: 'bookings-changed', since: '1.1' }]);
  });

  it('writes what is accepted as JSON Schema: strict for slots, tolerant for events', () => {
    const [heard, balance] = document.hears;
    expect(heard).toMatchObject({ upTo: '1.1', schema: { required: ['courseId'] } });
    expect(heard?.schema).not.toHaveProperty('additionalProperties');
    expect(balance).toMatchObject({ name: 'credits-changed', upTo: '1.0', examples: [] });
    const schema = document.offers[0]?.schema;
    expect(schema).toMatchObject({
      additionalProperties: false,
      dependentRequired: { startsOn: ['traineeIds'] },
      properties: { traineeIds: { since: '1.1' }, startsOn: { format: 'date' } },
    });
    // A pattern of another team is never run.
    expect(JSON.stringify(schema)).not.toContain('"pattern"');
  });

  it('can be read by an older reader', () => {
    const newer = { ...document, regrets: [], emits: document.emits.map((emit) => ({ ...emit, mood: 'good' })) };
    expect(meetingDocumentSchema.parse(newer)).toEqual(document);
  });
});

it.each<[string, MeetingConfig, RegExp]>([
  [
    'an example that the contract refuses',
    { shows: { 'course-purchase': { 'no trainee': { ...COURSE, traineeIds: [] } } } },
    /"no trainee" is no example of the slot "course-purchase"[^]*traineeIds/,
  ],
  [
    'an example that its own reader refuses',
    { hears: { 'credits-changed': { reads: z.object({ amount: z.number() }), takes: { moved: {} } } } },
    /"moved" is no example of the event "credits-changed"[^]*amount/,
  ],
  [
    'a refusal that is accepted',
    { offers: { 'credit-balance': { takes: {}, refuses: { card: { variant: 'card' } } } } },
    /"card" is refused, but the slot "credit-balance" takes it/,
  ],
  ['something sent without an example', { emits: { 'credits-changed': {} } }, /no example of what is sent/],
])('refuses %s', (_what, meeting, message) => expect(() => meetingDocument(meeting)).toThrow(message));

it.each([
  ['1.0', '1.1', true],
  ['1.2', '1.10', true],
  ['1.10', '1.2', false],
  ['1.1', '2.0', false],
  ['2.0', '1.9', false],
])('what was added in %s is understood up to %s: %s', (since, upTo, understood) =>
  expect(isUnderstood(since, upTo)).toBe(understood),
);
