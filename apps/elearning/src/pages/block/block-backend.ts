import { json, type Answers } from '@nemus/testing/jest';
import { exampleLegalCourse, exampleQuestions, exampleRun } from '../../examples/rows';

const entry = (rank: number, user_name: string, score: number, is_own = false) => ({
  rank,
  user_name,
  score,
  total_questions: 3,
  percentage: Math.round((score / 3) * 100),
  lives_remaining: score,
  completed_at: '2026-11-21T10:00:00+00:00',
  is_own,
});

/** An account in Block A, for tests: it remembers how far it came, and the right option is always the second one. */
export function blockBackend(left: { step: string; video_seconds: number } | null = null): Answers {
  let position = left;
  const done = new Set<string>();
  return {
    nemus_learning_courses: () => [exampleLegalCourse],
    nemus_learning_progress: () => [
      { course_id: 'rechtliche-grundlagen', status: 'in_progress', progress_percentage: 25 * done.size },
    ],
    nemus_module_progress: () => [...done].map((module_id) => ({ module_id })),
    nemus_block_positions: async (request) => {
      if (request.method === 'GET') return position === null ? [] : [position];
      position = await request.clone().json();
      return new Response(null, { status: 201 });
    },
    'rpc/nemus_start_quiz': () => exampleRun(),
    'rpc/nemus_answer_question': async (request) => {
      const { p_question, p_options } = await request.clone().json();
      return {
        is_correct: p_options[0] === 1,
        correct_options: [1],
        chosen_options: p_options,
        explanation: `Darum ist ${String(p_question)} so.`,
      };
    },
    nemus_quiz_scores: async (request) => ({
      id: 's1',
      completed_at: '2026-11-22T10:00:00+00:00',
      user_name: null,
      ...(await request.clone().json()),
    }),
    'rpc/nemus_complete_module': async (request) => {
      const { p_module } = await request.clone().json();
      done.add(p_module);
      const course_id = 'rechtliche-grundlagen';
      return { course_id, status: 'in_progress', progress_percentage: 25, next_module_id: null };
    },
    'rpc/nemus_leaderboard': () => [entry(1, 'Bela B.', 3), entry(2, 'Paula P.', 2, true), entry(3, 'Zora Q.', 1)],
  };
}

/** PostgREST's answer for an inaccessible row. */
export const refused = () => json(403, { code: '42501', message: 'permission denied' });

/** Words of the option of a question. */
export const optionOf = (question: 1 | 2 | 3, answer: 'right' | 'wrong'): string =>
  exampleQuestions[question - 1]?.options[answer === 'right' ? 1 : 0] ?? '';
