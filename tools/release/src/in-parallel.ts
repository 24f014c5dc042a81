/** Does something with each item, a few at once. After the first failure nothing further is begun. */
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
