/** @jest-environment ../../jest.browser.mjs */
import { useState } from 'react';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NemusTheme } from '../theme/NemusTheme';
import { DateField, TimeField } from './DateField';

const draw = (ui: React.ReactNode) => render(ui, { wrapper: NemusTheme });
const field = () => screen.getByRole('textbox', { name: 'Datum' });

function Controlled({ begin = '', told }: { begin?: string; told?: (value: string) => void }) {
  const [day, setDay] = useState(begin);
  return (
    <>
      <DateField
        label="Datum"
        min="2000-01-01"
        max="2026-11-27"
        value={day}
        onChange={({ target }) => {
          told?.(target.value);
          setDay(target.value);
        }}
      />
      <button type="button" onClick={() => setDay('2026-03-04')}>
        Setzen
      </button>
    </>
  );
}

test('two digits are shown as four when the field is left', async () => {
  const told = jest.fn();
  draw(<Controlled told={told} />);
  await userEvent.type(field(), '01.02.26');
  expect(told).toHaveBeenLastCalledWith('2026-02-01');
  await userEvent.tab();
  expect(field()).toHaveValue('01.02.2026');
  expect(field()).toBeValid();
});

test('Enter shows the year before the form is sent, and the page may set the day', async () => {
  draw(<Controlled />);
  await userEvent.type(field(), '010226{Enter}');
  expect(field()).toHaveValue('01.02.2026');
  await userEvent.click(screen.getByRole('button', { name: 'Setzen' }));
  expect(field()).toHaveValue('04.03.2026');
});

test('a text that is no date stays, with the reason next to the field', async () => {
  const told = jest.fn();
  draw(<Controlled told={told} />);
  await userEvent.type(field(), '31.02.2026');
  expect(field()).toBeValid();
  await userEvent.tab();
  expect(field()).toHaveValue('31.02.2026');
  expect(told).toHaveBeenLastCalledWith('31.02.2026');
  expect(field()).toHaveAccessibleDescription(/Dieses Datum ist nicht möglich/);
});

test('a day outside the bounds is refused next to the field', async () => {
  draw(<Controlled />);
  await userEvent.type(field(), '28.11.26');
  await userEvent.tab();
  expect(field()).toHaveValue('28.11.2026');
  expect(field()).toHaveAccessibleDescription('Bitte geben Sie einen Tag vom 01.01.2000 bis zum 27.11.2026 an.');
});

test('a stored day with an impossible year is shown as it is, and refused', () => {
  draw(<Controlled begin="0026-02-01" />);
  expect(field()).toHaveValue('01.02.0026');
  expect(field()).toBeInvalid();
});

test('a time is read and shown with minutes', async () => {
  draw(<TimeField label="Beginn" />);
  const time = screen.getByRole('textbox', { name: 'Beginn' });
  await userEvent.type(time, '930');
  await userEvent.tab();
  expect(time).toHaveValue('09:30');
});
