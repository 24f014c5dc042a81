/** @jest-environment ../../jest.browser.mjs */
import { act, renderHook } from '@testing-library/react';
import { useSingleRun } from './useSingleRun';

function deferred() {
  let resolve: (value: string) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<string>((done, failed) => {
    resolve = done;
    reject = failed;
  });
  return { promise, resolve, reject };
}

it('starts once when called twice before a render, and ignores the second call', async () => {
  const answer = deferred();
  const action = jest.fn((_name: string) => answer.promise);
  const { result } = renderHook(() => useSingleRun(action));
  const answers: Promise<string | undefined>[] = [];
  act(() => {
    answers.push(result.current.start('first'), result.current.start('second'));
  });
  expect(action.mock.calls).toEqual([['first']]);
  expect(result.current.running).toBe(true);
  await act(async () => {
    answer.resolve('done');
    expect(await Promise.all(answers)).toEqual(['done', undefined]);
  });
  expect(result.current.running).toBe(false);
});

it('starts again when the first run has ended, also after a failure', async () => {
  const action = jest.fn<Promise<string>, []>().mockRejectedValueOnce(new Error('no')).mockResolvedValueOnce('done');
  const { result } = renderHook(() => useSingleRun(action));
  await act(() => expect(result.current.start()).rejects.toThrow('no'));
  expect(result.current.running).toBe(false);
  await act(async () => expect(await result.current.start()).toBe('done'));
  expect(action).toHaveBeenCalledTimes(2);
});

it('runs the action of the latest render', async () => {
  const first = jest.fn(async () => 'a');
  const second = jest.fn(async () => 'b');
  const { result, rerender } = renderHook(({ action }) => useSingleRun(action), { initialProps: { action: first } });
  rerender({ action: second });
  await act(async () => expect(await result.current.start()).toBe('b'));
  expect(first).not.toHaveBeenCalled();
});
