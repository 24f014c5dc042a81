/** @jest-environment ../../jest.browser.mjs */
import { useState } from 'react';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Button } from '../actions/Button';
import { TextField } from '../forms/TextField';
import { NemusTheme } from '../theme/NemusTheme';
import { ConfirmDialog, Dialog } from './Dialog';

function Sample({ closable = true }: { closable?: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <NemusTheme colorScheme="light">
      <Button onClick={() => setOpen(true)}>Öffnen</Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        closable={closable}
        title="Person einladen"
        description="Mit einem Link"
        actions={<Button onClick={() => setOpen(false)}>Abbrechen</Button>}
      >
        <TextField label="E-Mail" />
      </Dialog>
    </NemusTheme>
  );
}

test('is named and described, traps the focus and gives it back', async () => {
  const user = userEvent.setup();
  render(<Sample />);
  const opener = screen.getByRole('button', { name: 'Öffnen' });
  await user.click(opener);
  const dialog = screen.getByRole('dialog', { name: 'Person einladen' });
  expect(dialog).toHaveAccessibleDescription('Mit einem Link');
  for (let step = 0; step < 5; step += 1) {
    await user.tab();
    expect(dialog.parentElement).toContainElement(document.activeElement as HTMLElement);
  }
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(opener).toHaveFocus();
});

test('a dialog that is busy stays', async () => {
  const user = userEvent.setup();
  render(<Sample closable={false} />);
  await user.click(screen.getByRole('button', { name: 'Öffnen' }));
  await user.keyboard('{Escape}');
  expect(screen.getByRole('dialog')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Schließen' })).not.toBeInTheDocument();
});

test('a question starts on its harmless button and runs once', async () => {
  const user = userEvent.setup();
  const onConfirm = jest.fn();
  const props = {
    open: true,
    title: 'Termin absagen?',
    confirmLabel: 'Termin absagen',
    onConfirm,
    onCancel: jest.fn(),
  };
  const { rerender } = render(<ConfirmDialog {...props} danger />, { wrapper: NemusTheme });
  expect(screen.getByRole('alertdialog', { name: 'Termin absagen?' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Abbrechen' })).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Termin absagen' }));
  rerender(<ConfirmDialog {...props} danger busy />);
  await user.click(screen.getByRole('button', { name: 'Termin absagen' }));
  expect(onConfirm).toHaveBeenCalledTimes(1);
});
