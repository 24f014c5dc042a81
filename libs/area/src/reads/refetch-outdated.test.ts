import { QueryObserver } from '@tanstack/react-query';
import { createQueryClient } from './query-client';

const KEY = ['week', 'anna'];

/** A read whose answers are given by hand, and what its reader sees. */
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

test('what was changed while it was read for the first time is read once more', async () => {
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

test('a first read that nothing overtakes is asked once, and so is one begun after the change', async () => {
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

test('what nobody looks at any more is out of date, and read when somebody does', async () => {
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
