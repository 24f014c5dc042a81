/** @jest-environment ../../jest.browser.mjs */
import type { Ports } from '@nemus/contract';
import { defineRemote } from '@nemus/contract/react';
import { fakePorts, fakeProfile } from '@nemus/testing';
import { waitFor } from '@testing-library/dom';
import { mountModule } from '@nemus/testing/jest';
import { Route } from 'react-router-dom';
import { areaPages } from '../pages/AreaPages';
import { EarlyData } from './early-data';
import { lazyPage } from '../pages/lazyPage';
import { pageReads, type PageReads } from './page-reads';

/** An area with one page and one read. */
function area(fetchTitle: () => Promise<string>, code = Promise.resolve()) {
  const { reads, usePageReads } = pageReads(() => ({ title: { queryKey: ['title'], queryFn: fetchTitle } }));
  function Page() {
    const { title } = usePageReads();
    return <h1>{title.data ?? 'wird geladen'}</h1>;
  }
  const drawn = jest.fn(Page);
  const CoursePage = lazyPage(() => code.then(() => ({ default: drawn, reads })));
  return { app: defineRemote(areaPages(<Route path="/course" element={<CoursePage />} />)), drawn };
}

const ACCOUNT = { address: '/course', profile: fakeProfile('piw') };

it('draws a page with its data, when the answers are there', async () => {
  const fetchTitle = jest.fn(() => Promise.resolve('Recht'));
  const { app, drawn } = area(fetchTitle);
  const page = await mountModule(app, ACCOUNT);
  expect(page.element.querySelector('h1')?.textContent).toBe('Recht');
  expect(drawn).toHaveBeenCalledTimes(1);
  expect(fetchTitle).toHaveBeenCalledTimes(1);
  await page.unmount();
});

it('renders a page without its data when the answers are slow, and requests once', async () => {
  let answer: (title: string) => void = () => undefined;
  const fetchTitle = jest.fn(() => new Promise<string>((resolve) => (answer = resolve)));
  const page = await mountModule(area(fetchTitle).app, ACCOUNT);
  expect(page.element.querySelector('h1')?.textContent).toBe('wird geladen');
  answer('Recht');
  await waitFor(() => expect(page.element.querySelector('h1')?.textContent).toBe('Recht'));
  expect(fetchTitle).toHaveBeenCalledTimes(1);
  await page.unmount();
});

it('requests once when the code arrives after the first render', async () => {
  let arrive: () => void = () => undefined;
  const code = new Promise<void>((resolve) => (arrive = resolve));
  const fetchTitle = jest.fn(() => Promise.resolve('Recht'));
  const page = await mountModule(area(fetchTitle, code).app, ACCOUNT);
  expect(page.element.querySelector('h1')).toBeNull();
  arrive();
  await waitFor(() => expect(page.element.querySelector('h1')?.textContent).toBe('Recht'));
  expect(fetchTitle).toHaveBeenCalledTimes(1);
  await page.unmount();
});

it('requests again when the area is reopened', async () => {
  const fetchTitle = jest.fn(() => Promise.resolve('Recht'));
  const { app } = area(fetchTitle);
  await (await mountModule(app, ACCOUNT)).unmount();
  await (await mountModule(app, ACCOUNT)).unmount();
  expect(fetchTitle).toHaveBeenCalledTimes(2);
});

/** Ports of an account. */
function portsOf(userId: string): Ports {
  const ports = fakePorts();
  const snapshot = { ...ports.session.getSnapshot(), userId };
  return { ...ports, session: { ...ports.session, getSnapshot: () => snapshot } };
}

describe('a page that shows its reads to one account type', () => {
  const opened = async (role: 'piw' | 'institution') => {
    const fetchTitle = jest.fn(() => Promise.resolve('Guthaben'));
    const { reads } = pageReads(() => ({ title: { queryKey: ['title'], queryFn: fetchTitle } }), {
      userType: 'institution',
    });
    const CreditPage = lazyPage(() => Promise.resolve({ default: () => <h1>Seite</h1>, reads }));
    const app = defineRemote(areaPages(<Route path="/course" element={<CreditPage />} />));
    await (await mountModule(app, { address: '/course', profile: fakeProfile(role) })).unmount();
    return fetchTitle.mock.calls.length;
  };
  it('prefetches for that type', async () => expect(await opened('institution')).toBe(1));
  it('prefetches for no other', async () => expect(await opened('piw')).toBe(0));
});

describe('the data of the next root', () => {
  const page = {};
  const reads = () => jest.fn<ReturnType<PageReads>, Parameters<PageReads>>(() => Promise.resolve());

  it('is requested once for a page, and used once', async () => {
    const early = new EarlyData();
    const ports = portsOf('u1');
    const asked = reads();
    await early.prepare(ports).ask(page, asked);
    await early.prepare(ports).ask(page, asked);
    expect(asked).toHaveBeenCalledTimes(1);
    await early.prepare(ports).ask({}, asked);
    expect(asked).toHaveBeenCalledTimes(2);
    expect(early.take(ports)).not.toBeNull();
    expect(early.take(ports)).toBeNull();
  });

  it('is never taken by another account', () => {
    const early = new EarlyData();
    const first = portsOf('u1');
    early.prepare(first);
    expect(early.take(portsOf('u2'))).toBeNull();
    expect(early.take(first)).toBeNull();
  });

  it('is requested again for another account', async () => {
    const early = new EarlyData();
    const asked = reads();
    await early.prepare(portsOf('u1')).ask(page, asked);
    await early.prepare(portsOf('u2')).ask(page, asked);
    expect(asked.mock.calls.map(([{ userId }]) => userId)).toEqual(['u1', 'u2']);
  });

  it('is dropped when no root takes it in time', () => {
    const early = new EarlyData();
    jest.useFakeTimers();
    const ports = portsOf('u1');
    early.prepare(ports);
    jest.advanceTimersByTime(60_000);
    expect(early.take(ports)).toBeNull();
    jest.useRealTimers();
  });

  it('is dropped when something changes before there is a root', () => {
    const early = new EarlyData();
    const listeners = new Set<() => void>();
    const ports = portsOf('u1');
    const events: Ports['events'] = {
      ...ports.events,
      subscribe: (_name, listener) => {
        // Counts the events of this test, whatever their content.
        const heard = () => Reflect.apply(listener, null, []);
        listeners.add(heard);
        return () => listeners.delete(heard);
      },
    };
    early.prepare({ ...ports, events });
    for (const heard of listeners) heard();
    expect(early.take(ports)).toBeNull();
    expect(listeners.size).toBe(0);
    early.prepare({ ...ports, events });
    expect(early.take(ports)).not.toBeNull();
    expect(listeners.size).toBe(0);
  });

  it('is not taken by another area', () => {
    const ports = portsOf('u1');
    new EarlyData().prepare(ports);
    expect(new EarlyData().take(ports)).toBeNull();
  });
});

it('gives a page the answers of its declaration by their names, and their types', async () => {
  const { reads, usePageReads } = pageReads(({ userId }) => ({
    title: { queryKey: ['title', userId], queryFn: () => Promise.resolve('Recht') },
    hours: { queryKey: ['hours'], queryFn: () => Promise.resolve(16) },
  }));
  function Page() {
    const { title, hours } = usePageReads();
    return <h1>{`${title.data?.toUpperCase()} ${hours.data?.toFixed(1)}`}</h1>;
  }
  const CoursePage = lazyPage(() => Promise.resolve({ default: Page, reads }));
  const page = await mountModule(defineRemote(areaPages(<Route path="/course" element={<CoursePage />} />)), ACCOUNT);
  expect(page.element.querySelector('h1')?.textContent).toBe('RECHT 16.0');
  await page.unmount();
});
