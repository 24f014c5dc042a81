/** @jest-environment ../../jest.browser.mjs */
import { act, renderHook } from '@testing-library/react';
import { useOnline } from './useOnline';

it('follows the connection of the browser', () => {
  const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  const { result } = renderHook(() => useOnline());
  const become = (value: boolean) =>
    act(() => {
      onLine.mockReturnValue(value);
      window.dispatchEvent(new Event(value ? 'online' : 'offline'));
    });
  expect(result.current).toBe(true);
  become(false);
  expect(result.current).toBe(false);
  become(true);
  expect(result.current).toBe(true);
});
