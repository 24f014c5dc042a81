/**
 * Each area declares in its meeting.config.ts which events it publishes and hears, and which slots it shows and offers.
 * The declarations match its sources, and its tests cite the examples. So `nemus-release check` compares what areas
 * really do.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { MeetingDocument, RemoteConfig } from '@nemus/contract';
import { meetingDocument } from '@nemus/contract/config';
import { citationsIn } from './citations';
import { readSyntax } from './syntax';
import { usesOf } from './uses';

const ROOT = path.resolve(__dirname, '../../../..');
const AREAS = readdirSync(path.join(ROOT, 'apps')).filter((name) =>
  existsSync(path.join(ROOT, 'apps', name, 'remote.config.ts')),
);
const folderOf = (area: string) => path.join(ROOT, 'apps', area);

/** What an area declares, with the modules that it exposes. */
async function declared(area: string): Promise<{ meeting: MeetingDocument; exposes: readonly string[] }> {
  const folder = folderOf(area);
  const { default: config }: { default: RemoteConfig } = await import(path.join(folder, 'remote.config.ts'));
  const { default: meeting }: { default: unknown } = await import(path.join(folder, 'meeting.config.ts'));
  const exposes = [
    './app',
    ...config.slots.map(({ expose }) => expose),
    ...config.searches.map(({ expose }) => expose),
  ];
  return { meeting: meetingDocument(meeting), exposes: exposes.map((expose) => fileOf(folder, expose)) };
}

const fileOf = (folder: string, expose: string) =>
  ['.tsx', '.ts'].map((end) => `${expose}${end}`).find((file) => existsSync(path.join(folder, 'src', file))) ?? expose;
const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name).toSorted();

describe.each(AREAS)('the area %s', (area) => {
  it('declares what its sources publish, hear, show and offer, and nothing else', async () => {
    const { meeting, exposes } = await declared(area);
    const { emits, hears, shows, offers, named, unnamed } = usesOf(ROOT, folderOf(area), exposes);
    expect({
      emits: names(meeting.emits),
      hears: names(meeting.hears),
      shows: names(meeting.shows),
      offers: names(meeting.offers),
      named: [],
      unnamed: [],
    }).toEqual({
      emits: [...emits].toSorted(),
      hears: [...hears].toSorted(),
      shows: [...shows].toSorted(),
      offers: [...offers].toSorted(),
      named: [...named],
      unnamed,
    });
  });

  it('has no example of what it sends that no test has seen', async () => {
    const { meeting } = await declared(area);
    const examples = [
      ...meeting.emits.flatMap(({ name, examples: all }) => all.map((example) => `emitted ${name}: ${example.name}`)),
      ...meeting.shows.flatMap(({ name, examples: all }) => all.map((example) => `shown ${name}: ${example.name}`)),
    ];
    const seen = citationsIn(path.join(folderOf(area), 'src'));
    expect(examples.filter((example) => !seen.has(example))).toEqual([]);
  });

  it('holds itself to it in its test', () => {
    const test = path.join(folderOf(area), 'src/app.test.tsx');
    expect(readFileSync(test, 'utf8')).toMatch(/describeRemote\(\{[^}]*\bmeeting\b/);
  });
});

it('reads calls and slots of a source, and texts that are no keys', () => {
  const text = [
    `const STALE = { 'credits-changed': ['x'] };`,
    `ports.events.publish('profile-changed', {}); events.subscribe(CHANGED[kind], hear);`,
    `const CHANGED = { a: 'subscription-changed' } as const;`,
    `export default defineSlot('credit-balance', {});`,
    `const a = <Slot name="course-credit" props={{}} fallback={null} />, b = <Slot name={which} fallback={null} />;`,
    `// events.publish('bookings-changed')`,
  ].join('\n');
  const { calls, slots, texts } = readSyntax('x.tsx', text);
  expect(calls.map(({ name, texts: [first] }) => [name, first])).toEqual([
    ['publish', 'profile-changed'],
    ['subscribe', null],
    ['defineSlot', 'credit-balance'],
  ]);
  expect(slots).toEqual(['course-credit', null]);
  expect(texts.has('subscription-changed')).toBe(true);
  expect([texts.has('credits-changed'), texts.has('bookings-changed')]).toEqual([false, false]);
});
