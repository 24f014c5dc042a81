/** @jest-environment ../../jest.browser.mjs */
import { render, screen } from '@testing-library/react';
import { ConfigError } from '@nemus/host/config/config';
import { StartFailure } from './StartFailure';

const draw = (onLine: boolean) => {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine);
  render(<StartFailure error={new ConfigError(['/config.json could not be fetched.'])} />);
};

it('says that there is no connection, without blaming the user', () => {
  draw(false);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Keine Verbindung');
  expect(screen.getByText('Sie sind offline')).toBeVisible();
  expect(screen.queryByText('/config.json could not be fetched.')).not.toBeInTheDocument();
});

it('shows the operator the problems when there is a connection', () => {
  draw(true);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Das Portal kann nicht starten');
  expect(screen.getByText('/config.json could not be fetched.')).toBeInTheDocument();
});
