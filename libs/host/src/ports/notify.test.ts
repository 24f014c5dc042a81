import { createToastList } from './notify';

const titles = (list: ReturnType<typeof createToastList>) => list.store.getState().map(({ title }) => title);

it('shows toasts in order and takes them away', () => {
  const list = createToastList();
  list.notify({ kind: 'success', title: 'Eins' });
  list.notify({ kind: 'error', title: 'Zwei', description: 'Grund' });
  expect(titles(list)).toEqual(['Eins', 'Zwei']);
  list.dismiss(list.store.getState()[0]?.id ?? '');
  expect(titles(list)).toEqual(['Zwei']);
  list.clear();
  expect(titles(list)).toEqual([]);
});

it('shows the same message once, as a new one', () => {
  const list = createToastList();
  list.notify({ kind: 'error', title: 'Anmeldefehler', description: 'x' });
  const [first] = list.store.getState();
  list.notify({ kind: 'error', title: 'Anmeldefehler', description: 'x' });
  expect(titles(list)).toEqual(['Anmeldefehler']);
  expect(list.store.getState()[0]?.id).not.toBe(first?.id);
  list.notify({ kind: 'error', title: 'Anmeldefehler', description: 'y' });
  expect(titles(list)).toHaveLength(2);
});

it('shows the newest four toasts', () => {
  const list = createToastList();
  for (let count = 1; count <= 9; count += 1) list.notify({ kind: 'info', title: String(count) });
  expect(titles(list)).toEqual(['6', '7', '8', '9']);
});
