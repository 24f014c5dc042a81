import { z } from 'zod';
import { competencySchema, difficultySchema } from './course';

/** Status of an account in a course (S-6.5). */
export const learningStatusSchema = z.enum(['not_started', 'in_progress', 'completed']);
export type LearningStatus = z.infer<typeof learningStatusSchema>;

/**
 * A row of `nemus_learning_modules`: the description of a module. Its text is sent separately, to accounts with access.
 * A module unlocks when the previous one in the course is completed.
 */
export const learningModuleSchema = z.object({
  id: z.string(),
  block_id: z.string(),
  position: z.number(),
  title: z.string(),
  duration_minutes: z.number(),
  type: z.enum(['video', 'reading', 'quiz']),
});
export type LearningModule = z.infer<typeof learningModuleSchema>;

/** A row of `nemus_learning_blocks`. Units are teaching units of 45 minutes. */
export const learningBlockSchema = z.object({
  id: z.string(),
  position: z.number(),
  title: z.string(),
  description: z.string(),
  units: z.number(),
  is_open: z.boolean(),
});
export type LearningBlock = z.infer<typeof learningBlockSchema>;

/** The seminar of a premium course, which has the price. */
const seminarSchema = z.object({ id: z.string(), title: z.string(), price_euros: z.number(), credit_cost: z.number() });

/** A row of `nemus_learning_courses` with its blocks, modules and the seminar that it is sold as. */
export const learningCourseSchema = z.object({
  id: z.string(),
  position: z.number(),
  title: z.string(),
  description: z.string(),
  learning_goal: z.string(),
  competency: competencySchema,
  units: z.number(),
  estimated_time: z.string(),
  difficulty: difficultySchema,
  rating: z.number().nullable(),
  students: z.number(),
  is_premium: z.boolean(),
  seminar: seminarSchema.nullable(),
  blocks: z.array(learningBlockSchema),
  modules: z.array(learningModuleSchema),
});
export type LearningCourse = z.infer<typeof learningCourseSchema>;

/** A row of `nemus_learning_progress`. */
export const learningProgressSchema = z.object({
  course_id: z.string(),
  status: learningStatusSchema,
  progress_percentage: z.number(),
  /** At least one of its modules was completed by the sample data. */
  is_sample: z.boolean().default(false),
});
export type LearningProgress = z.infer<typeof learningProgressSchema>;

/** An account's progress in a course; at its beginning without a row. */
export function standIn(progress: readonly LearningProgress[], courseId: string): Omit<LearningProgress, 'course_id'> {
  return (
    progress.find(({ course_id }) => course_id === courseId) ?? {
      status: 'not_started',
      progress_percentage: 0,
      is_sample: false,
    }
  );
}

/** Whether a course was started. */
export const hasBegun = ({ status }: { readonly status: LearningStatus }): boolean => status !== 'not_started';

/** How many e-learning courses were begun, are in progress and are completed. Begun is the sum of the other two. */
export function countLearning(courses: readonly { readonly status: LearningStatus }[]) {
  const running = courses.filter(({ status }) => status === 'in_progress').length;
  const completed = courses.filter(({ status }) => status === 'completed').length;
  return { begun: running + completed, running, completed };
}
