import { QueryObserver } from '@tanstack/react-query';
import { createQueryClient } from './query-client';

const KEY = ['week', 'anna'];

/** A read with manual answers, and what its observer sees. */
function reader() {
  const client = createQueryClient();
  const waiting: { answer: (value: string) => void; fail: (error: Error) => void }[] = [];
  const observer = new QueryObserver(client, {
    queryKey: KEY,
    retry: false,
    queryFn: () => new Promise<string>((answer, fail) => waiting.push({ answer, fail })),
  });
  const leave = observer.subscribe(() => undefined);
  return { client, observer, waiting, leave };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

test('data that changed during its first read is read again', async () => {
  const { client, observer, waiting, leave } = reader();
  void client.invalidateQueries({ queryKey: ['week'] });
  expect(waiting).toHaveLength(1);
  waiting[0]?.answer('before the change');
  await settled();
  expect(waiting).toHaveLength(2);
  waiting[1]?.answer('after the change');
  await settled();
  expect(observer.getCurrentResult().data).toBe('after the change');
  expect(waiting).toHaveLength(2);
  leave();
});

test('a first read without a change is sent once, and so is one after the change', async () => {
  const { client, waiting, leave } = reader();
  waiting[0]?.fail(new Error('not reached'));
  await settled();
  void client.invalidateQueries({ queryKey: ['week'] });
  expect(waiting).toHaveLength(2);
  waiting[1]?.answer('after the change');
  await settled();
  expect(waiting).toHaveLength(2);
  leave();
});

test('an unobserved read is outdated, and refetched when observed again', async () => {
  const { client, observer, waiting, leave } = reader();
  void client.invalidateQueries({ queryKey: ['week'] });
  leave();
  waiting[0]?.answer('before the change');
  await settled();
  expect(waiting).toHaveLength(1);
  const leaveAgain = observer.subscribe(() => undefined);
  expect(waiting).toHaveLength(2);
  leaveAgain();
});
