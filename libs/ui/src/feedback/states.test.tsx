/** @jest-environment ../../jest.browser.mjs */
import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NemusTheme } from '../theme/NemusTheme';
import { NoResults } from './EmptyState';
import { ErrorCard, FailureCard } from './ErrorCard';
import { NotFound, ProfileMissing } from './NotFound';
import { FullPageSpinner } from './Spinner';

const draw = (ui: React.ReactNode) => render(ui, { wrapper: NemusTheme });

test('a broken area says which one, why, and what to do', async () => {
  const user = userEvent.setup();
  const onRetry = jest.fn();
  const onPrevious = jest.fn();
  draw(
    <FailureCard
      area="E-Learning"
      reason="Nicht erreichbar."
      supportId="K7QM-2XWD"
      supportEmail="support@nemus.example"
      onRetry={onRetry}
      onPrevious={onPrevious}
      details={[['Version', '1.4.0']]}
    />,
  );
  expect(screen.getByRole('alert')).toHaveTextContent('„E-Learning“ kann gerade nicht angezeigt werden');
  await user.click(screen.getByRole('button', { name: 'Erneut versuchen' }));
  await user.click(screen.getByRole('button', { name: 'Vorherige Version' }));
  expect([onRetry, onPrevious].map((action) => action.mock.calls.length)).toEqual([1, 1]);
  await user.click(screen.getByRole('button', { name: 'Support-ID kopieren' }));
  expect(await navigator.clipboard.readText()).toBe('K7QM-2XWD');
  expect(await screen.findByText('Support-ID kopiert')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'support@nemus.example' })).toHaveAttribute(
    'href',
    'mailto:support@nemus.example?subject=E-Learning%3A%20K7QM-2XWD',
  );
});

test('a failure without retry offers no button', () => {
  draw(<FailureCard area="E-Learning" reason="Die Prüfung der Dateien ist fehlgeschlagen." />);
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

test('an error card that tries again takes no second click', async () => {
  const onRetry = jest.fn();
  draw(<ErrorCard onRetry={onRetry} retrying />);
  await userEvent.click(screen.getByRole('button', { name: 'Erneut versuchen' }));
  expect(onRetry).not.toHaveBeenCalled();
});

test('the not-found page has the words of S-2.7 and a real link', () => {
  const onHome = jest.fn();
  draw(<NotFound onHome={onHome} />);
  expect(screen.getByRole('heading', { level: 1, name: '404' })).toBeVisible();
  expect(screen.getByText('Oops! Page not found')).toBeVisible();
  const link = screen.getByRole('link', { name: 'Zur Startseite' });
  expect(link).toHaveAttribute('href', '/');
  const plain = createEvent.click(link);
  fireEvent(link, plain);
  expect([onHome.mock.calls.length, plain.defaultPrevented]).toEqual([1, true]);
  const newTab = createEvent.click(link, { ctrlKey: true });
  fireEvent(link, newTab);
  expect([onHome.mock.calls.length, newTab.defaultPrevented]).toEqual([1, false]);
});

test('a missing profile offers to reload', async () => {
  const onReload = jest.fn();
  draw(<ProfileMissing onReload={onReload} />);
  expect(screen.getByRole('heading', { name: 'Profil nicht gefunden' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Seite neu laden' }));
  expect(onReload).toHaveBeenCalled();
});

test('no results can be cleared; loading is announced', async () => {
  const onClear = jest.fn();
  draw(
    <>
      <NoResults title="Keine Kurse gefunden" onClear={onClear} />
      <FullPageSpinner />
    </>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Filter zurücksetzen' }));
  expect(onClear).toHaveBeenCalled();
  expect(screen.getByText('Wird geladen …').closest('[role="status"]')).not.toBeNull();
});
