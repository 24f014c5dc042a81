import { readFileSync } from 'node:fs';
import path from 'node:path';
import { COMIC_PANELS } from './rechtliche-grundlagen-block-a/panels';
import { SUMMARY } from './rechtliche-grundlagen-block-a/summary';
import { BLOCKS_WITH_MEDIA, hasContent, loadContent } from './block-content';

const supabase = (file: string) => readFileSync(path.join(__dirname, '../../../../supabase', file), 'utf8');
const SEED = supabase('seed.sql') + supabase('seeds/rechtliche-grundlagen.sql');

/** The rows that the seed inserts into a table, as text. */
function seedOf(table: string): string {
  return new RegExp(`insert into ${table.replace('.', '\\.')} [^]*?;\\n`).exec(SEED)?.[0] ?? '';
}

/** Ids of the seeded questions of Block A with the panel that each refers to. */
const QUESTIONS = [
  ...seedOf('public.nemus_quiz_questions').matchAll(
    /\('([\w-]+)', 'rechtliche-grundlagen', 'block-a', \d+, '[^']*',\s*array\[([^\]]*)\], (\d+|null)\)/g,
  ),
].map(([, id = '', options = '', reference]) => ({
  id,
  options: options.match(/'[^']*'/g)?.length ?? 0,
  panel: Number(reference),
}));

describe('the quiz of Block A', () => {
  it('has a pool of questions with three options each', () => {
    expect(QUESTIONS.length).toBeGreaterThanOrEqual(6);
    expect(QUESTIONS.filter(({ options }) => options !== 3)).toEqual([]);
  });

  it('refers to panels that the comic has', () => {
    const numbers = COMIC_PANELS.map(({ number }) => number);
    for (const { panel } of QUESTIONS) expect(numbers).toContain(panel);
  });

  it('has an answer with an explanation for every question', () => {
    const answers = seedOf('private.nemus_quiz_answers');
    for (const { id } of QUESTIONS) expect(answers).toMatch(new RegExp(`'${id}', [0-2],\\s*'[^']+'`));
  });
});

describe('the media of Block A', () => {
  it('number their panels from 1, each with a picture, a text for it and a rule', () => {
    expect(COMIC_PANELS.map(({ number }) => number)).toEqual(COMIC_PANELS.map((_panel, index) => index + 1));
    for (const { title, alternative, caption } of COMIC_PANELS) {
      expect(title).not.toBe('');
      expect(alternative.length).toBeGreaterThan(40);
      expect(caption).toMatch(/^§ \d+/);
    }
  });

  it('sum up the rules of the comic, in its order', () => {
    expect(SUMMARY.sections.map(({ title }) => title)).toEqual(COMIC_PANELS.map(({ title }) => title));
    for (const [index, { source }] of SUMMARY.sections.entries()) {
      expect(COMIC_PANELS[index]?.caption).toContain(source);
    }
  });

  it('belong to a block that the seed opens', () => {
    expect(seedOf('public.nemus_learning_blocks')).toMatch(/'rechtliche-grundlagen', 'block-a', 1, .*, true\)/);
    expect(hasContent('rechtliche-grundlagen', 'block-a')).toBe(true);
  });
});

describe('quotations of the law', () => {
  /** All texts of the course: comic, summary, module texts and quiz. */
  const texts = [
    ...COMIC_PANELS.map(({ caption }) => caption),
    ...SUMMARY.sections.flatMap(({ points }) => points),
    ...SEED.split('\n').filter((line) => line.includes('StGB') && !line.startsWith('#')),
  ];

  it('weighs the interests wherever it names the state of necessity (§ 34 StGB)', () => {
    const named = texts.filter((text) => /anders abwendbar|rechtfertigende(r)? Notstand|§ 34 StGB/.test(text));
    expect(named.length).toBeGreaterThanOrEqual(4);
    for (const text of named) expect(text).toMatch(/wesentlich/);
  });

  it('never says that nothing else allows to speak (§ 138 StGB, § 4 KKG)', () => {
    for (const text of texts) expect(text).not.toMatch(/Nur (der rechtfertigende Notstand|wenn eine gegenwärtige)/);
    expect(texts.join('\n')).toMatch(/§ 4 KKG.*138/);
  });

  it('says who can release from confidentiality, and how far access to the record can be refused', () => {
    expect(texts).toContainEqual(expect.stringMatching(/solange Ihr\*e Patient\*in Sie nicht davon entbindet/));
    expect(texts).toContainEqual(expect.stringMatching(/nur, soweit .* sonstige erhebliche Rechte Dritter/));
  });
});

it('keeps premium courses out of the files of the release, which are public', () => {
  const courses = seedOf('public.nemus_learning_courses');
  for (const key of BLOCKS_WITH_MEDIA) {
    const [course] = key.split('/');
    const row = new RegExp(`\\('${course}', \\d+,[^;]*?, (true|false), (?:null|')`).exec(courses);
    expect([key, row?.[1]]).toEqual([key, 'false']);
  }
});

it('knows of no media for other blocks', async () => {
  expect(hasContent('rechtliche-grundlagen', 'block-b')).toBe(false);
  await expect(loadContent('rechtliche-grundlagen', 'block-b')).resolves.toBeNull();
});
