/** @jest-environment ../../jest.browser.mjs */
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { NemusTheme } from '../theme/NemusTheme';
import { Dialog } from '../overlays/Dialog';
import { ToastRegion, type ToastMessage } from './Toast';

const saved: ToastMessage = { id: '1', kind: 'success', title: 'Gespeichert', description: 'Alles ist da.' };
const failed: ToastMessage = { id: '2', kind: 'error', title: 'Anmeldefehler', description: 'Nicht erreichbar' };

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const draw = (toasts: readonly ToastMessage[]) => {
  const onDismiss = jest.fn();
  render(<ToastRegion toasts={toasts} onDismiss={onDismiss} />, { wrapper: NemusTheme });
  return onDismiss;
};

test('both live regions exist before the first message', () => {
  draw([]);
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  expect(screen.getByRole('alert')).toBeEmptyDOMElement();
});

test('errors interrupt, the others wait', () => {
  draw([saved, failed]);
  expect(within(screen.getByRole('status')).getByText('Gespeichert')).toBeVisible();
  expect(within(screen.getByRole('alert')).getByText('Nicht erreichbar')).toBeVisible();
});

test('a message disappears by itself, an error stays', () => {
  const onDismiss = draw([saved, failed]);
  act(() => jest.advanceTimersByTime(60_000));
  expect(onDismiss.mock.calls).toEqual([['1']]);
});

test('the timer stops under the pointer', () => {
  const onDismiss = draw([saved]);
  const toast = screen.getByText('Gespeichert');
  fireEvent.mouseEnter(toast.parentElement?.parentElement ?? toast);
  act(() => jest.advanceTimersByTime(60_000));
  expect(onDismiss).not.toHaveBeenCalled();
  fireEvent.mouseLeave(toast.parentElement?.parentElement ?? toast);
  act(() => jest.advanceTimersByTime(60_000));
  expect(onDismiss).toHaveBeenCalledWith('1');
});

test('Escape and a click outside do not close it', () => {
  const onDismiss = draw([saved, failed]);
  act(() => jest.advanceTimersByTime(10));
  fireEvent.keyDown(document.body, { key: 'Escape' });
  fireEvent.click(document.body);
  expect(onDismiss).not.toHaveBeenCalled();
});

test('the cross closes it', () => {
  const onDismiss = draw([failed]);
  fireEvent.click(screen.getByRole('button', { name: 'Meldung schließen' }));
  expect(onDismiss).toHaveBeenCalledWith('2');
});

test('an open dialog does not silence the messages', async () => {
  jest.useRealTimers();
  render(
    <>
      <ToastRegion toasts={[failed]} onDismiss={() => undefined} />
      <Dialog open onClose={() => undefined} title="Kurs buchen" />
    </>,
    { wrapper: NemusTheme },
  );
  expect(screen.getByRole('dialog')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('region', { name: 'Meldungen' })).toBeVisible());
  expect(screen.getByRole('alert')).toHaveTextContent('Anmeldefehler');
});

test('a phone shows the newest two, and the older one once there is room again', () => {
  const phone = { matches: true, addEventListener: jest.fn(), removeEventListener: jest.fn() };
  Object.defineProperty(window, 'matchMedia', { configurable: true, value: () => phone });
  const newest: ToastMessage = { id: '3', kind: 'info', title: 'Willkommen' };
  const onDismiss = jest.fn();
  const region = (toasts: readonly ToastMessage[]) => <ToastRegion toasts={toasts} onDismiss={onDismiss} />;
  const { rerender } = render(region([saved, failed, newest]), { wrapper: NemusTheme });
  expect(screen.queryByText('Gespeichert')).toBeNull();
  expect(screen.getByText('Nicht erreichbar')).toBeVisible();
  expect(screen.getByText('Willkommen')).toBeVisible();
  act(() => jest.advanceTimersByTime(8_000));
  // A hidden toast has not used up its time.
  expect(onDismiss.mock.calls).toEqual([['3']]);
  rerender(region([saved, failed]));
  expect(screen.getByText('Gespeichert')).toBeVisible();
  act(() => jest.advanceTimersByTime(6_000));
  expect(onDismiss).toHaveBeenCalledTimes(1);
  act(() => jest.advanceTimersByTime(2_000));
  expect(onDismiss.mock.calls).toEqual([['3'], ['1']]);
  Reflect.deleteProperty(window, 'matchMedia');
});
