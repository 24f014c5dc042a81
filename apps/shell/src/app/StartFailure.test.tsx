/** @jest-environment ../../jest.browser.mjs */
import { act, render, screen } from '@testing-library/react';
import { ConfigError, UnreachableError } from '@nemus/host/config/config';
import { offlinePages } from '../platform/start-from-device';
import { StartFailure } from './StartFailure';

jest.mock('../platform/start-from-device', () => ({ offlinePages: jest.fn(() => Promise.resolve([])) }));

const PROBLEM = '/config.json could not be fetched.';
const draw = (onLine: boolean, error: Error) => {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine);
  render(<StartFailure error={error} />);
};

it.each([
  ['the device is offline', false, new ConfigError([PROBLEM]), 'Sie sind offline'],
  ['the server is not reached', true, new UnreachableError([PROBLEM]), 'Der Server ist gerade nicht erreichbar'],
])('says that there is no connection, without blaming user or operator, when %s', (_when, onLine, error, title) => {
  draw(onLine, error);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Keine Verbindung');
  expect(screen.getByText(title)).toBeVisible();
  expect(screen.queryByText(PROBLEM)).not.toBeInTheDocument();
});

it('leads to the page that opens without a connection', async () => {
  jest.mocked(offlinePages).mockResolvedValueOnce(['/', '/beta']);
  draw(false, new UnreachableError([PROBLEM]));
  expect(await screen.findByRole('link', { name: 'Zuletzt gelesene Seite öffnen' })).toHaveAttribute('href', '/beta');
});

it('shows the operator the problems of a server that answers', () => {
  draw(true, new ConfigError(['/config.json is not JSON.']));
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Das Portal kann nicht starten');
  expect(screen.getByText('/config.json is not JSON.')).toBeInTheDocument();
});

describe('without a connection', () => {
  const send = jest.fn<Promise<Response>, []>();
  /** jsdom cannot navigate: it reports that. */
  const opened = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  beforeEach(() => {
    jest.useFakeTimers();
    opened.mockClear();
    send.mockReset();
    send.mockRejectedValue(new TypeError('Failed to fetch'));
    Object.assign(window, { fetch: send });
  });
  afterEach(() => jest.useRealTimers());
  const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

  it('opens the portal as soon as the server answers, and asks ever more rarely until then', async () => {
    draw(true, new UnreachableError([PROBLEM]));
    await pass(60_000);
    expect(send.mock.calls.length).toBeGreaterThan(2);
    expect(send.mock.calls.length).toBeLessThan(7);
    expect(opened).not.toHaveBeenCalled();
    send.mockResolvedValue(new Response('{}'));
    await pass(60_000);
    expect(opened).toHaveBeenCalledTimes(1);
  });

  it('asks at once when the device is online again', async () => {
    draw(false, new UnreachableError([PROBLEM]));
    send.mockResolvedValue(new Response('{}'));
    await act(async () => {
      window.dispatchEvent(new Event('online'));
      await Promise.resolve();
    });
    await pass(0);
    expect(opened).toHaveBeenCalledTimes(1);
  });
});
