import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import { learningCourseSchema, type LearningCourse } from '../rows/learning';

const OWN =
  'id,position,title,description,learning_goal,competency,units,estimated_time,difficulty,rating,students,is_premium';
const SEMINAR = 'seminar:nemus_courses(id,title,price_euros,credit_cost)';
const BLOCKS = 'blocks:nemus_learning_blocks(id,position,title,description,units,is_open)';
const MODULES = 'modules:nemus_learning_modules(id,block_id,position,title,duration_minutes,type)';
const COLUMNS = `${OWN},${SEMINAR},${BLOCKS},${MODULES}` as const;

const byPosition = (one: { position: number }, other: { position: number }) => one.position - other.position;

/** The offered e-learning courses with their blocks and modules, in order. */
export async function fetchLearningCourses(client: DataClient): Promise<LearningCourse[]> {
  const courses = await readRows(
    await client.from('nemus_learning_courses').select(COLUMNS).order('position'),
    z.array(learningCourseSchema),
  );
  return courses.map((course) => ({
    ...course,
    blocks: course.blocks.toSorted(byPosition),
    modules: course.modules.toSorted(byPosition),
  }));
}

export const learningCoursesQuery = (client: DataClient) =>
  queryOptions({ queryKey: ['learning', 'courses'], queryFn: () => fetchLearningCourses(client), staleTime: 300_000 });
