/** @jest-environment ../../jest.browser.mjs */
import type { LeaveGuard as Guard } from '@nemus/contract';
import { PortsProvider } from '@nemus/contract/react';
import { fakePorts } from '@nemus/testing';
import { AreaTheme } from '@nemus/ui';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { LeaveGuard } from './LeaveGuard';

const TARGET = { pathname: '/dashboard', search: '', hash: '', state: null, key: 'k' };

/** A page with unsaved work, and the guards that it has set. */
function page() {
  const guards = new Set<Guard>();
  const ports = fakePorts();
  const root = { name: 'probe', domElement: document.body, reportFailure: () => undefined };
  const guardLeave = (guard: Guard) => {
    guards.add(guard);
    return () => guards.delete(guard);
  };
  const tree = (dirty: boolean) => (
    <PortsProvider value={{ ...ports, ...root, navigation: { ...ports.navigation, guardLeave } }}>
      <AreaTheme>
        <LeaveGuard when={dirty} />
      </AreaTheme>
    </PortsProvider>
  );
  const { rerender, unmount } = render(tree(true));
  /** The result of a navigation, once known. */
  const leave = () => {
    const answers: ReturnType<Guard>[] = [];
    act(() => void answers.push(...[...guards].map((guard) => guard(TARGET))));
    return Promise.all(answers).then((all) => all.every(Boolean));
  };
  return { guards, leave, unmount, save: () => rerender(tree(false)) };
}

const button = (name: string) => screen.findByRole('button', { name });

it('asks before unsaved work is lost, and follows the answer', async () => {
  const { leave } = page();
  const stays = leave();
  fireEvent.click(await button('Weiter bearbeiten'));
  await expect(stays).resolves.toBe(false);
  const goes = leave();
  fireEvent.click(await button('Änderungen verwerfen'));
  await expect(goes).resolves.toBe(true);
});

it('continues the navigation once the work is saved', async () => {
  const { leave, save, guards } = page();
  const goes = leave();
  await button('Weiter bearbeiten');
  save();
  await expect(goes).resolves.toBe(true);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(guards.size).toBe(0);
});

it('answers the first of two navigations with staying', async () => {
  const { leave } = page();
  const first = leave();
  const second = leave();
  await expect(first).resolves.toBe(false);
  fireEvent.click(await button('Änderungen verwerfen'));
  await expect(second).resolves.toBe(true);
});

it('continues the navigation when the form is gone', async () => {
  const { leave, unmount } = page();
  const asked = leave();
  unmount();
  await expect(asked).resolves.toBe(true);
});
