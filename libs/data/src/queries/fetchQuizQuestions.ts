import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';

/** A row of `nemus_quiz_questions`. The right answer is not in it: the database grades. */
export const quizQuestionSchema = z.object({
  id: z.string(),
  question: z.string(),
  options: z.array(z.string()).length(3),
  /** Number of the comic's panel that the question is about. */
  comic_reference: z.number().nullable(),
});
export type QuizQuestion = z.infer<typeof quizQuestionSchema>;

/** The questions of a block's quiz, in order. */
export async function fetchQuizQuestions(
  { rest }: DataClient,
  courseId: string,
  blockId: string,
): Promise<QuizQuestion[]> {
  return readRows(
    await rest
      .from('nemus_quiz_questions')
      .select('id,question,options,comic_reference')
      .eq('course_id', courseId)
      .eq('block_id', blockId)
      .order('position'),
    z.array(quizQuestionSchema),
  );
}

export const quizQuestionsQuery = (client: DataClient, courseId: string, blockId: string) =>
  queryOptions({
    queryKey: ['learning', 'questions', courseId, blockId],
    queryFn: () => fetchQuizQuestions(client, courseId, blockId),
    staleTime: Infinity,
  });
