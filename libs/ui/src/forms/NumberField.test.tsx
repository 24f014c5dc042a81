/** @jest-environment ../../jest.browser.mjs */
import { useState } from 'react';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NemusTheme } from '../theme/NemusTheme';
import { NumberField } from './NumberField';

function Amount({ told }: { told: (value: string) => void }) {
  const [value, setValue] = useState('100');
  return (
    <NumberField
      label="Betrag"
      digits={2}
      isMoney
      value={value}
      onChange={({ target }) => {
        told(target.value);
        setValue(target.value);
      }}
    />
  );
}
const field = () => screen.getByRole('textbox', { name: 'Betrag' });
const told = jest.fn();
beforeEach(() => {
  told.mockClear();
  render(<Amount told={told} />, { wrapper: NemusTheme });
});

test.each([
  ['1.000', '1000', '1.000'],
  ['62,5', '62.5', '62,50'],
  ['1.000,50 €', '1000.5', '1.000,50'],
])('%s is the value %s, shown as %s', async (typed, value, shown) => {
  await userEvent.clear(field());
  await userEvent.type(field(), typed);
  await userEvent.tab();
  expect(told).toHaveBeenLastCalledWith(value);
  expect(field()).toHaveValue(shown);
  expect(field()).toBeValid();
});

test('an ambiguous number stays as typed, with the reason next to it', async () => {
  await userEvent.clear(field());
  await userEvent.type(field(), '1,000');
  await userEvent.tab();
  expect(told).toHaveBeenLastCalledWith('1,000');
  expect(field()).toHaveValue('1,000');
  expect(field()).toHaveAccessibleDescription(/^Ist 1\.000 gemeint\?/);
});

test('the wheel and the arrow keys change nothing', async () => {
  await userEvent.click(field());
  fireEvent.wheel(field(), { deltaY: 100 });
  await userEvent.keyboard('{ArrowUp}{ArrowDown}');
  expect(field()).toHaveValue('100');
  expect(told).not.toHaveBeenCalled();
});
