/** @jest-environment ../../jest.browser.mjs */
import { act, renderHook, waitFor } from '@testing-library/react';
import { useAsyncData } from './useAsyncData';

it('retries after a failure, and shows that', async () => {
  const ask = jest.fn<Promise<string>, []>().mockRejectedValueOnce(new Error('down')).mockResolvedValue('there');
  const { result } = renderHook(() => useAsyncData(ask));
  await waitFor(() => expect(result.current.answer).toEqual({ status: 'failed' }));
  act(() => result.current.retry());
  expect(result.current.answer).toEqual({ status: 'loading' });
  await waitFor(() => expect(result.current.answer).toEqual({ status: 'found', value: 'there' }));
});

it('keeps showing its data while it refetches in the background', async () => {
  const ask = jest.fn<Promise<number>, []>().mockResolvedValueOnce(1).mockResolvedValue(2);
  const { result } = renderHook(() => useAsyncData(ask));
  await waitFor(() => expect(result.current.answer).toEqual({ status: 'found', value: 1 }));
  act(() => result.current.refresh());
  expect(result.current.answer).toEqual({ status: 'found', value: 1 });
  await waitFor(() => expect(result.current.answer).toEqual({ status: 'found', value: 2 }));
});

it('drops the answer to an outdated request', async () => {
  let answerSlowly: (value: string) => void = () => undefined;
  const slow = new Promise<string>((resolve) => {
    answerSlowly = resolve;
  });
  const first = () => slow;
  const second = () => Promise.resolve('second');
  const { result, rerender } = renderHook(({ ask }) => useAsyncData(ask), { initialProps: { ask: first } });
  rerender({ ask: second });
  await waitFor(() => expect(result.current.answer).toEqual({ status: 'found', value: 'second' }));
  await act(async () => {
    answerSlowly('first');
    await slow;
  });
  expect(result.current.answer).toEqual({ status: 'found', value: 'second' });
});
