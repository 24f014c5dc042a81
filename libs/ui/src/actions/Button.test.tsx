/** @jest-environment ../../jest.browser.mjs */
import type { ReactNode } from 'react';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NemusTheme } from '../theme/NemusTheme';
import { Button, ButtonLink } from './Button';
import { Link } from './Link';

function RouterLink({ to, children, ...rest }: { to: string; children?: ReactNode }) {
  return (
    <a href={`/portal${to}`} {...rest}>
      {children}
    </a>
  );
}

test('while the action runs the button keeps name and focus and takes no second click', async () => {
  const onClick = jest.fn();
  const { rerender } = render(<Button onClick={onClick}>Speichern</Button>, { wrapper: NemusTheme });
  const button = screen.getByRole('button', { name: 'Speichern' });
  await userEvent.click(button);
  rerender(
    <Button onClick={onClick} loading>
      Speichern
    </Button>,
  );
  await userEvent.click(button);
  await userEvent.keyboard('{Enter}');
  expect(onClick).toHaveBeenCalledTimes(1);
  expect(button).toHaveFocus();
  expect(button).toHaveAttribute('aria-busy', 'true');
  expect(button).toHaveAccessibleName('Speichern');
});

test('a button submits a form only when it says so', () => {
  render(<Button>Abbrechen</Button>, { wrapper: NemusTheme });
  expect(screen.getByRole('button')).toHaveAttribute('type', 'button');
});

test('links go through the router’s component', () => {
  render(
    <>
      <ButtonLink component={RouterLink} to="/profile">
        Profil öffnen
      </ButtonLink>
      <Link component={RouterLink} to="/settings">
        Einstellungen
      </Link>
    </>,
    { wrapper: NemusTheme },
  );
  expect(screen.getByRole('link', { name: 'Profil öffnen' })).toHaveAttribute('href', '/portal/profile');
  expect(screen.getByRole('link', { name: 'Einstellungen' })).toHaveAttribute('href', '/portal/settings');
});

test('an external link says that it opens a new tab', () => {
  render(
    <Link href="https://nemus.example" external>
      Anbieter
    </Link>,
    { wrapper: NemusTheme },
  );
  const link = screen.getByRole('link', { name: 'Anbieter (öffnet in neuem Tab)' });
  expect(link).toHaveAttribute('rel', 'noopener noreferrer');
});
