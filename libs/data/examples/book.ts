import { bookCourse, DataError, type DataClient } from '@nemus/data';

/** Books a course with credits; `null` when the institution has too few. */
export async function book(client: DataClient, courseId: string, traineeIds: string[]): Promise<number | null> {
  try {
    const { credits_spent: credits } = await bookCourse(client, { courseId, traineeIds });
    return credits;
  } catch (error) {
    if (error instanceof DataError && error.code === 'insufficient_credits') return null;
    throw error;
  }
}
