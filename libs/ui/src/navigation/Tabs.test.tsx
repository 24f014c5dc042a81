/** @jest-environment ../../jest.browser.mjs */
import { useState } from 'react';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NemusTheme } from '../theme/NemusTheme';
import { Tabs } from './Tabs';

type View = 'all' | 'running' | 'locked' | 'done';

function Sample({ start = 'all' }: { start?: View }) {
  const [value, setValue] = useState<View>(start);
  return (
    <Tabs<View>
      label="Kurse"
      items={[
        { value: 'all', label: 'Alle' },
        { value: 'running', label: 'Laufend', count: 1300 },
        { value: 'locked', label: 'Gesperrt', disabled: true },
        { value: 'done', label: 'Fertig' },
      ]}
      value={value}
      onChange={setValue}
    >
      Inhalt {value}
    </Tabs>
  );
}

const selected = () => screen.getByRole('tab', { selected: true });

test('arrows, Home and End move and choose, skip disabled tabs and wrap around', async () => {
  const user = userEvent.setup();
  render(<Sample />, { wrapper: NemusTheme });
  await user.tab();
  expect(screen.getByRole('tab', { name: 'Alle' })).toHaveFocus();
  const walk = [
    ['{ArrowRight}', 'Laufend 1.300', 'running'],
    ['{ArrowRight}', 'Fertig', 'done'],
    ['{ArrowRight}', 'Alle', 'all'],
    ['{ArrowLeft}', 'Fertig', 'done'],
    ['{Home}', 'Alle', 'all'],
    ['{End}', 'Fertig', 'done'],
  ] as const;
  for (const [key, name, content] of walk) {
    await user.keyboard(key);
    expect(selected()).toHaveAccessibleName(name);
    expect(selected()).toHaveFocus();
    expect(screen.getByRole('tabpanel', { name })).toHaveTextContent(`Inhalt ${content}`);
  }
});

test('a row wider than the screen is moved to the chosen tab', () => {
  const box = (left: number, width: number) => new DOMRect(left, 0, width, 44);
  jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    if (this.getAttribute('role') === 'tab') return this.textContent === 'Fertig' ? box(400, 100) : box(0, 100);
    return box(0, 300);
  });
  render(<Sample start="done" />, { wrapper: NemusTheme });
  expect(screen.getByRole('tablist').parentElement?.scrollLeft).toBeGreaterThanOrEqual(200);
  jest.restoreAllMocks();
});

test('one stop for the row, the next one for the panel', async () => {
  const user = userEvent.setup();
  render(<Sample start="running" />, { wrapper: NemusTheme });
  await user.tab();
  expect(selected()).toHaveFocus();
  await user.tab();
  expect(screen.getByRole('tabpanel')).toHaveFocus();
});
