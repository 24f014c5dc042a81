/** @jest-environment ../../jest.browser.mjs */
import type { ReactNode } from 'react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { prepareRefusals } from '@nemus/data';
import { useAction, type ActionOptions } from './useAction';

jest.mock('@nemus/data', () => ({ prepareRefusals: jest.fn() }));

const open = (options: Partial<ActionOptions<string, string>>) => {
  const waiting: (() => void)[] = [];
  const run = jest.fn((name: string) => new Promise<string>((resolve) => waiting.push(() => resolve(name))));
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useAction<string, string>({ mutationFn: run, ...options }), { wrapper });
  const answer = () => act(async () => waiting.splice(0).forEach((resolve) => resolve()));
  return { action: result, run, answer };
};

it('runs once and reports once when started twice before a render', async () => {
  const onSuccess = jest.fn();
  const then = jest.fn();
  const { action, run, answer } = open({ onSuccess });
  act(() => {
    action.current.mutate('a', { onSuccess: then });
    action.current.mutate('a', { onSuccess: then });
  });
  await waitFor(() => expect(run).toHaveBeenCalledTimes(1));
  await answer();
  expect([run, onSuccess, then].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 1]);
});

it('loads the refusal sentences in parallel with its request, and not before', async () => {
  jest.mocked(prepareRefusals).mockClear();
  const { action, run, answer } = open({});
  expect(prepareRefusals).not.toHaveBeenCalled();
  act(() => action.current.mutate('a'));
  await waitFor(() => expect(run).toHaveBeenCalled());
  expect(prepareRefusals).toHaveBeenCalledTimes(1);
  await answer();
});

it('starts again when the first run has ended, also with a failure', async () => {
  const onError = jest.fn();
  const mutationFn = jest.fn<Promise<string>, [string]>().mockRejectedValueOnce(new Error('no')).mockResolvedValue('b');
  const { action } = open({ mutationFn, onError });
  act(() => action.current.mutate('a'));
  await waitFor(() => expect(onError).toHaveBeenCalledTimes(1));
  await waitFor(() => expect(action.current.isPending).toBe(false));
  await act(async () => action.current.mutate('a'));
  await waitFor(() => expect(mutationFn).toHaveBeenCalledTimes(2));
});

it('lets two different ones run in parallel when it knows which are the same', async () => {
  const { action, run, answer } = open({ sameBy: (name) => name });
  act(() => ['a', 'b', 'a'].forEach((name) => action.current.mutate(name)));
  await waitFor(() => expect(run.mock.calls.map(([name]) => name)).toEqual(['a', 'b']));
  await answer();
});
