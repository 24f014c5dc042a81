import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { ask, SERVICE, signedIn, type Connection } from '../database/database';
import { one } from './rows';

/** What tests change of a draft; the database knows what has to be in it. */
export type Draft = Record<string, unknown>;

const draftsSchema = z.array(z.record(z.string(), z.unknown()));

/** A list of a draft, such as the modules of a block. */
export const listOf = (draft: Draft, field: string): Draft[] => draftsSchema.parse(draft[field]);

/** The first block of a draft. */
export function firstBlock(draft: Draft): Draft {
  const [block] = listOf(draft, 'blocks');
  if (!block) throw new Error('The draft has no block.');
  return block;
}

const question = (number: number) => ({
  key: `q${number}`,
  id: null,
  question: `Frage ${number}?`,
  options: ['Eins', 'Zwei', 'Drei'],
  correct: 1,
  explanation: 'Darum.',
  panel: null,
});

/** A module of a draft. */
export const draftModule = (title: string, change: Draft = {}): Draft => ({
  key: randomUUID(),
  id: null,
  title,
  minutes: 10,
  type: 'reading',
  text: `Text von ${title}.`,
  video: null,
  panels: [],
  documents: [],
  ...change,
});

/** A block of a draft: two texts and a quiz of three questions, open. */
export const draftBlock = (change: Draft = {}): Draft => ({
  key: randomUUID(),
  id: null,
  title: 'Grundlagen',
  description: '',
  units: 4,
  is_open: true,
  modules: [draftModule('Erster Teil'), draftModule('Zweiter Teil'), draftModule('Quiz', { type: 'quiz' })],
  questions: [1, 2, 3].map(question),
  ...change,
});

/** A draft that lacks nothing. */
export const draftDocument = (change: Draft = {}): Draft => ({
  title: 'Probe & Prüfung',
  description: '',
  learning_goal: 'Sie kennen die Regeln.',
  competency: 'fachliche_kompetenz',
  units: 4,
  estimated_time: '3 Stunden',
  difficulty: 'Anfänger',
  is_premium: false,
  seminar_id: null,
  blocks: [draftBlock()],
  ...change,
});

/** A course that staff writes, by the calls of its pages. */
export class Author {
  readonly #connection: Connection;
  readonly staff: string;

  constructor(connection: Connection, staff: string) {
    this.#connection = connection;
    this.staff = staff;
  }

  /** Calls a function as staff. */
  async call(statement: string, values: readonly string[] = []): Promise<unknown> {
    return one(await ask(this.#connection, signedIn(this.staff), `select ${statement} as answer`, values)).answer;
  }

  async create(title = 'Probe & Prüfung'): Promise<string> {
    return String(await this.call('nemus_create_learning_course($1)', [title]));
  }

  /** The draft as it stands. */
  async open(course: string): Promise<{ revision: number; document: Draft; version: number | null }> {
    const [draft] = await this.#connection.query(
      `select revision, document::text as document,
         (select max(number) from nemus_learning_versions v where v.course_id = d.course_id) as version
       from nemus_learning_drafts d where course_id = $1`,
      [course],
    );
    return {
      revision: Number(draft?.revision),
      document: z.record(z.string(), z.unknown()).parse(JSON.parse(String(draft?.document))),
      version: typeof draft?.version === 'number' ? draft.version : null,
    };
  }

  async save(course: string, document: Draft): Promise<void> {
    const { revision } = await this.open(course);
    const values = [course, String(revision), JSON.stringify(document)];
    await this.call('nemus_save_learning_draft($1, $2::text::int, $3::text::jsonb)', values);
  }

  async publish(course: string): Promise<void> {
    const { revision } = await this.open(course);
    await this.call('nemus_publish_learning_course($1, $2::text::int)', [course, String(revision)]);
  }

  /** Creates, saves and publishes a course. @returns its id. */
  async publishNew(document: Draft = draftDocument()): Promise<string> {
    const course = await this.create();
    await this.save(course, document);
    await this.publish(course);
    return course;
  }

  /** Makes room for a file. */
  async begin(course: string, kind: string, type: string): Promise<{ id: string; path: string }> {
    const [row] = await ask(
      this.#connection,
      signedIn(this.staff),
      `select u ->> 'id' as id, u ->> 'path' as path from nemus_begin_upload($1, $2, $3, 1000, '../../böse "name".png') u`,
      [course, kind, type],
    );
    return { id: String(row?.id), path: String(row?.path) };
  }

  /** A file that arrived and was checked. */
  async upload(course: string, kind: string, type: string): Promise<{ id: string; path: string }> {
    const media = await this.begin(course, kind, type);
    await ask(
      this.#connection,
      signedIn(this.staff),
      `insert into storage.objects (bucket_id, name) values ('learning', $1)`,
      [media.path],
    );
    const hash = 'a'.repeat(64);
    await ask(this.#connection, SERVICE, 'select nemus_confirm_upload($1::text::uuid, $2)', [media.id, hash]);
    return media;
  }
}
