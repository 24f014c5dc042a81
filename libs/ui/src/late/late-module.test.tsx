/** @jest-environment ../../jest.browser.mjs */
import { act, render, screen } from '@testing-library/react';
import { lateModule } from './late-module';

test('a module is requested when it is needed, and again until it arrives', async () => {
  jest.useFakeTimers();
  const load = jest.fn<Promise<object>, []>().mockRejectedValueOnce(new Error('offline'));
  const late = lateModule(load);
  function Dialog({ open }: { open: boolean }) {
    return <p>{late.use(open) === null ? 'nichts' : 'offen'}</p>;
  }
  const { rerender } = render(<Dialog open={false} />);
  expect(load).not.toHaveBeenCalled();

  rerender(<Dialog open />);
  await act(() => jest.advanceTimersByTimeAsync(1000));
  expect(screen.getByText('nichts')).toBeInTheDocument();
  expect(load).toHaveBeenCalledTimes(1);

  load.mockResolvedValueOnce({});
  await act(() => jest.advanceTimersByTimeAsync(1500));
  expect(screen.getByText('offen')).toBeInTheDocument();
  await act(() => jest.advanceTimersByTimeAsync(10_000));
  expect(load).toHaveBeenCalledTimes(2);
});
