/** Processes each item, a few in parallel. After the first failure no further one starts. */
export async function inParallel<T>(count: number, items: Iterable<T>, work: (item: T) => Promise<unknown>) {
  const left = [...items];
  const worker = async () => {
    try {
      while (left.length > 0) await Promise.all(left.splice(0, 1).map(work));
    } catch (error) {
      left.length = 0;
      throw error;
    }
  };
  await Promise.all(Array.from({ length: count }, worker));
}
