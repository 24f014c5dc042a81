/** @jest-environment ../../jest.browser.mjs */
import { createRef, useState } from 'react';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NemusTheme } from '../theme/NemusTheme';
import { Checkbox, RadioGroup } from './choices';
import { FormError } from './Form';
import { Select } from './Select';
import { Switch } from './Switch';
import { PasswordField, SearchField, TextArea, TextField } from './TextField';

const draw = (ui: React.ReactNode) => render(ui, { wrapper: NemusTheme });
const TYPES = [
  { value: 'piw', label: 'Person' },
  { value: 'institution', label: 'Einrichtung' },
] as const;

test('a field is named by its label and described by hint and error', () => {
  draw(<TextField label="E-Mail" hint="Nur dienstlich" error="Unvollständig" />);
  const field = screen.getByRole('textbox', { name: 'E-Mail' });
  expect(field).toBeInvalid();
  expect(field).toHaveAccessibleDescription('Nur dienstlich Unvollständig');
});

test('refs reach the controls, under either name', () => {
  const refs = [createRef<HTMLInputElement>(), createRef<HTMLInputElement>()] as const;
  const area = createRef<HTMLTextAreaElement>();
  const select = createRef<HTMLSelectElement>();
  const box = createRef<HTMLInputElement>();
  draw(
    <>
      <TextField label="a" ref={refs[0]} />
      <TextField label="b" inputRef={refs[1]} />
      <TextArea label="c" ref={area} />
      <Select label="d" options={TYPES} ref={select} />
      <Checkbox label="e" ref={box} />
    </>,
  );
  expect([...refs, area, select, box].map((ref) => ref.current?.tagName)).toEqual([
    'INPUT',
    'INPUT',
    'TEXTAREA',
    'SELECT',
    'INPUT',
  ]);
});

test('a password can be shown and hidden', async () => {
  draw(<PasswordField label="Passwort" />);
  const field = screen.getByLabelText('Passwort');
  await userEvent.type(field, 'geheim');
  expect(field).toHaveAttribute('type', 'password');
  await userEvent.click(screen.getByRole('button', { name: 'Passwort anzeigen' }));
  expect(field).toHaveAttribute('type', 'text');
  expect(field).toHaveValue('geheim');
  await userEvent.click(screen.getByRole('button', { name: 'Passwort verbergen' }));
  expect(field).toHaveAttribute('type', 'password');
});

test('a search is cleared by Escape and by its cross', async () => {
  function Sample() {
    const [value, setValue] = useState('');
    return <SearchField label="Kurse suchen" value={value} onChange={setValue} />;
  }
  draw(<Sample />);
  const field = screen.getByRole('searchbox', { name: 'Kurse suchen' });
  await userEvent.type(field, 'Recht{Escape}');
  expect(field).toHaveValue('');
  await userEvent.type(field, 'Recht');
  await userEvent.click(screen.getByRole('button', { name: 'Suche leeren' }));
  expect(field).toHaveValue('');
});

test('a select carries the empty string while nothing is chosen', async () => {
  draw(<Select label="Kontotyp" options={TYPES} placeholder="Bitte wählen" defaultValue="" />);
  const select = screen.getByRole('combobox', { name: 'Kontotyp' });
  expect(select).toHaveValue('');
  await userEvent.selectOptions(select, 'Einrichtung');
  expect(select).toHaveValue('institution');
});

test('radio buttons are one group; arrow keys choose', async () => {
  const onValueChange = jest.fn();
  function Sample() {
    const [value, setValue] = useState<'piw' | 'institution'>('piw');
    return (
      <RadioGroup
        label="Kontotyp"
        options={TYPES}
        value={value}
        onValueChange={(next) => {
          setValue(next);
          onValueChange(next);
        }}
        error="Bitte wählen"
      />
    );
  }
  draw(<Sample />);
  const group = screen.getByRole('radiogroup', { name: 'Kontotyp' });
  expect(group).toHaveAccessibleDescription('Bitte wählen');
  await userEvent.tab();
  expect(within(group).getByRole('radio', { name: 'Person' })).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  expect(onValueChange).toHaveBeenLastCalledWith('institution');
});

test('without a value radio buttons keep their own state', async () => {
  draw(<RadioGroup label="Kontotyp" options={TYPES} name="userType" defaultValue="piw" />);
  await userEvent.click(screen.getByRole('radio', { name: 'Einrichtung' }));
  expect(screen.getByRole('radio', { name: 'Einrichtung' })).toBeChecked();
  expect(screen.getByRole('radio', { name: 'Person' })).not.toBeChecked();
});

test('switch and partly checked box say their state', () => {
  draw(
    <>
      <Switch label="E-Mails" defaultChecked hint="Bei neuen Terminen" />
      <Checkbox label="Alle" indeterminate />
    </>,
  );
  expect(screen.getByRole('switch', { name: 'E-Mails' })).toBeChecked();
  expect(screen.getByRole('switch')).toHaveAccessibleDescription('Bei neuen Terminen');
  expect(screen.getByRole('checkbox', { name: 'Alle' })).toBePartiallyChecked();
});

test('the summary takes the focus and links to the field', async () => {
  const form = (failed: boolean) => (
    <>
      <FormError errors={failed ? [{ message: 'Name fehlt', fieldId: 'name' }, 'Server nicht erreichbar'] : []} />
      <TextField id="name" label="Name" />
    </>
  );
  const { rerender } = draw(form(false));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  rerender(form(true));
  expect(screen.getByRole('alert').parentElement).toHaveFocus();
  await userEvent.click(screen.getByRole('link', { name: 'Name fehlt' }));
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus();
});
