/**
 * All sentences are in one table (decision record 0032): the schema files have none, every code that the database or a
 * function refuses with has an entry, and every entry has a code that uses it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { FAULTS } from '../../../supabase/functions/_shared/texts/faults';
import { REFUSALS } from '../../../supabase/functions/_shared/texts/refusals';
import { RELEASE_REFUSALS } from '../../../supabase/functions/_shared/texts/releases';
import { FAILURE_KINDS as REPORTED_KINDS } from '../../../supabase/functions/area-reports/reports';
import { FAILURE_KINDS } from '../../../libs/contract/src/failure';
import { isGerman, literalsOf, refusedCodes } from './sql-text';

const ROOT = path.resolve(__dirname, '../../..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
/** Source files below a folder with this suffix. */
const filesIn = (folder: string, end: RegExp) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => end.test(file) && !/node_modules|(?:^|\/)dist\//.test(file))
    .map((file) => path.join(folder, file))
    .toSorted();
const SCHEMA = filesIn('supabase/schemas', /\.sql$/);
const FUNCTIONS = filesIn('supabase/functions', /\.ts$/).filter((file) => !/_tests|\/texts\/|\.test\.ts$/.test(file));

/** Files whose business is content: recorded texts, rows of the sample set, shipped requirements, and names of holidays. */
const CONTENT = /\/(?:document_texts|sample_set|example_set|shipped_sets|holidays)\.sql$/;
/** German text outside of refusals, each with its reason. */
const ALLOWED: ReadonlyMap<string, string> = new Map([
  ['Anfänger', 'value of a column'],
  ['Präsenz', 'value of a column'],
  ['Kinder und Jugendliche', 'value of a column'],
  ['Steuerfrei nach § 4 Nr. 21 UStG', 'row of a tax treatment: what the law has invoices say'],
  ['Steuerfrei nach § 4 Nr. 22 Buchst. a UStG', 'row of a tax treatment: what the law has invoices say'],
  ['Steuerfrei nach § 19 UStG (Kleinunternehmer)', 'row of a tax treatment: what the law has invoices say'],
  [
    'Steuerschuldnerschaft des Leistungsempfängers (Reverse Charge)',
    'row of a tax treatment: what the law has invoices say',
  ],
  ['In Deutschland nicht steuerbar (§ 3a UStG)', 'row of a tax treatment: what the law has invoices say'],
  [
    'Mehrzweck-Gutschein: Umsatzsteuer fällt erst beim Einlösen an (§ 3 Abs. 15 UStG)',
    'row of a tax treatment: what the law has invoices say',
  ],
  ['Betrieb', 'who has closed an area, in the registry that browsers read: a name, as that of a team'],
  ['ßddolihtnσa', 'letters that the search takes for others'],
  ['ß', 'letter that the search takes for others'],
]);
/** The seller's placeholders, which an operator fills in before anything is sold, and the particles of names. */
const PATTERNS = /"name": "\[Name des Betreibers\]"|^\^\(von\|vom\|van/;

const raised = new Set(SCHEMA.flatMap((file) => refusedCodes(read(file))));
const codes: readonly string[] = [...Object.keys(REFUSALS), ...Object.keys(RELEASE_REFUSALS), ...FAULTS];

it('reads the schema files', () => {
  expect(SCHEMA.length).toBeGreaterThan(10);
  expect(FUNCTIONS.length).toBeGreaterThan(10);
});

it('finds no German in the schema files outside of content', () => {
  const found = SCHEMA.filter((file) => !CONTENT.test(file)).flatMap((file) =>
    literalsOf(read(file))
      .filter(({ text }) => isGerman(text) && !ALLOWED.has(text) && !PATTERNS.test(text))
      .map(({ line, text }) => `${file}:${line}: ${text}`),
  );
  expect(found).toEqual([]);
});

it('finds no exception that nothing needs', () => {
  const literals = new Set(SCHEMA.flatMap((file) => literalsOf(read(file)).map(({ text }) => text)));
  expect([...ALLOWED.keys()].filter((text) => !literals.has(text))).toEqual([]);
});

it('has an entry for every code that the database refuses with', () => {
  expect([...raised].filter((code) => !codes.includes(code))).toEqual([]);
});

it('has no unused entry', () => {
  const functions = FUNCTIONS.map(read).join('\n');
  expect(codes.filter((code) => !raised.has(code) && !functions.includes(`'${code}'`))).toEqual([]);
});

it('has every code once', () => {
  expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
});

// The sign-in service has codes of its own, with sentences that the backend also has (S-9.3).
const SIGN_IN = ['apps/shell/src/pages/auth/auth-messages.ts', 'libs/data/src/sign-in-failures.ts'];

it('finds no sentence of the table written a second time', () => {
  const sources = [...filesIn('apps', /\.tsx?$/), ...filesIn('libs', /\.tsx?$/)]
    .filter((file) => !/\.test\.tsx?$|\/(?:examples|testing|content)\//.test(file) && !SIGN_IN.includes(file))
    .concat(FUNCTIONS);
  const sentences = Object.values(REFUSALS).map(({ read: say }) => say(undefined));
  const found = sources.flatMap((file) => {
    const source = read(file);
    return sentences.filter((text) => source.includes(text)).map((text) => `${file}: ${text}`);
  });
  expect(found).toEqual([]);
});

/** Files that read an error's own message without showing it to users; and forms, whose messages are the schema's. */
const MESSAGES: ReadonlyMap<string, string> = new Map([
  ['apps/shell/src/app/StartFailure.tsx', 'collapsed details for operators, marked as English'],
  ['apps/shell/src/app/ShellErrorBoundary.tsx', 'telemetry'],
  ['libs/host/src/ports/watch-page.ts', 'telemetry'],
  ['libs/host/src/registry/registry-source.ts', 'diagnosis for operators'],
  ['libs/host/src/registry/stop-source.ts', 'diagnosis for operators'],
  ['apps/shell/src/area/AreaOutlet.tsx', 'collapsed details for support: versions and names'],
  ['libs/area/src/reads/QueryPart.tsx', 'telemetry; its text is checked to be of the data client'],
  ['apps/logbook/src/pages/entries/EntriesPage.tsx', 'the text of a refusal, kept with the entry'],
  ['apps/logbook/src/pages/week/ConflictCard.tsx', 'the text of a refusal, kept with the entry'],
  ['apps/trainee/src/pages/profile/FormFields.tsx', 'errors of a form'],
  ['libs/area/src/actions/reason.ts', 'the way from an error to words'],
]);
/** A value that a `catch` or a mutation provides, and its message. */
const OWN_MESSAGE = /\b(?:error|failure|cause|problem|reason|err|e|exception)\??\.message\b/;
/** On the same lines: only errors of the data client pass, whose messages are German. */
const IS_GERMAN = /instanceof DataError|isRefusal\(|isCoded|atReason|field !== null|field\.success|problem !== null/;

it('finds no message of an error on a screen, unless the data client wrote it', () => {
  const found = [...filesIn('apps', /\.tsx?$/), ...filesIn('libs/area', /\.tsx?$/), ...filesIn('libs/ui', /\.tsx?$/)]
    .filter((file) => !/\.test\.tsx?$|\/testing\//.test(file) && !MESSAGES.has(file))
    .flatMap((file) => {
      const lines = read(file).split('\n');
      return lines.flatMap((line, index) =>
        OWN_MESSAGE.test(line) && !IS_GERMAN.test(lines.slice(Math.max(0, index - 2), index + 1).join(' '))
          ? [`${file}:${index + 1}: ${line.trim()}`]
          : [],
      );
    });
  expect(found).toEqual([]);
});

it('counts the kinds of failures that the contract has', () => {
  expect(REPORTED_KINDS).toEqual(FAILURE_KINDS);
});

describe('the reading of SQL', () => {
  it('takes literals, in bodies too, and leaves comments out', () => {
    const sql = `-- 'Kommentar für nichts'\n/* 'auch nicht' */ create function x() as $$ select 'Er sagt ''nein''', 'b' $$;`;
    expect(literalsOf(sql)).toEqual([
      { line: 2, text: "Er sagt 'nein'" },
      { line: 2, text: 'b' },
    ]);
  });

  it.each([
    ['Nicht genügend Credits', true],
    ['Bitte warten Sie', true],
    ['Automatische Erstattung (', true],
    ['Monatsabonnement', true],
    ['course_not_found', false],
    ['Europe/Berlin', false],
    ['new row violates row-level security policy for table "nemus_release_changes"', false],
  ])('%s', (text, german) => expect(isGerman(text)).toBe(german));

  it('finds codes however they are raised', () => {
    const sql = `perform private.nemus_refuse(
      409, 'a_b', '{}'); raise exception using errcode = 'PT405', message = 'c_d', hint = 'c_d';
      if p_bar = 'e_f' then code := 'g_h'; perform private.nemus_refuse_beyond('i_j', (select 1), 2);`;
    expect([...refusedCodes(sql)].toSorted()).toEqual(['a_b', 'c_d', 'e_f', 'g_h', 'i_j']);
  });
});
