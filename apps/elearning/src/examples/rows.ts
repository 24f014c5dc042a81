import type { LearningBlock, LearningCourse, LearningModule, StoredQuizRun } from '@nemus/data';

/** A module of Block A. */
function exampleModule(id: string, position: number, change: Partial<LearningModule> = {}): LearningModule {
  return { id, block_id: 'block-a', position, title: `Modul ${id}`, duration_minutes: 30, type: 'reading', ...change };
}

const exampleBlock = (id: string, position: number, title: string, is_open: boolean): LearningBlock => ({
  id,
  position,
  title,
  description: `Worum es in ${title} geht.`,
  units: 5,
  is_open,
});

/** A course in the list only: it has modules but no blocks, so no page of its own. */
export function exampleCourse(change: Partial<LearningCourse> = {}): LearningCourse {
  return {
    id: 'course-1',
    position: 1,
    title: 'Diagnostik nach ICD-11',
    description: 'Wie Diagnosen entstehen.',
    learning_goal: 'Sie stellen Diagnosen nach ICD-11.',
    competency: 'diagnostische_kompetenz',
    units: 24,
    estimated_time: '18 Stunden',
    difficulty: 'Anfänger',
    rating: 4.8,
    students: 342,
    is_premium: false,
    seminar: null,
    blocks: [],
    modules: ['a', 'b', 'c', 'd', 'e'].map((id, index) => exampleModule(`icd-${id}`, index + 1)),
    ...change,
  };
}

/** The course with the block that has media: A is open, B is closed, C is empty. */
export const exampleLegalCourse = exampleCourse({
  id: 'rechtliche-grundlagen',
  position: 2,
  title: 'Rechtliche Grundlagen',
  description: 'Schweigepflicht und mehr.',
  learning_goal: 'Sie kennen die Regeln.',
  competency: 'professionelle_haltung',
  units: 20,
  difficulty: 'Fortgeschritten',
  rating: null,
  students: 1,
  blocks: [
    exampleBlock('block-a', 1, 'Berufsrecht', true),
    exampleBlock('block-b', 2, 'Zivil-/Strafrecht', false),
    exampleBlock('block-c', 3, 'Psychiatrie-/Sozialrecht', true),
  ],
  modules: [
    exampleModule('information', 1, { title: 'Aufklärung' }),
    exampleModule('consent', 2, { title: 'Einwilligung' }),
    exampleModule('quiz', 3, { title: 'Quiz: Berufsrecht', type: 'quiz', duration_minutes: 10 }),
    exampleModule('civil', 4, { title: 'Haftung', block_id: 'block-b' }),
  ],
});

/** A premium course, sold as a seminar. */
export const examplePremiumCourse = exampleCourse({
  id: 'course-3',
  position: 3,
  title: 'Traumatherapie',
  difficulty: 'Experte',
  is_premium: true,
  seminar: {
    id: '00000000-0000-4000-8000-00000000c001',
    title: 'Traumatherapie',
    price_euros: 240,
    credit_cost: 120,
  },
});

/** The three questions of a run; the right option is always the second one. */
export const exampleQuestions: StoredQuizRun['questions'] = [1, 2, 3].map((number) => ({
  id: `q${number}`,
  question: `Was gilt in Fall ${number}?`,
  options: [`Falsch ${number}`, `Richtig ${number}`, `Auch falsch ${number}`],
  is_multiple: false,
  comic_reference: number,
}));

/** A run that has just begun. */
export function exampleRun(change: Partial<StoredQuizRun> = {}): StoredQuizRun {
  return {
    run_id: 'run-1',
    total_questions: 3,
    score: 0,
    lives_remaining: 3,
    questions: exampleQuestions,
    answers: [],
    ...change,
  };
}
