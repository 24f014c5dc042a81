/** @jest-environment ../../jest.browser.mjs */
import { useQuery } from '@tanstack/react-query';
import type { Ports } from '@nemus/contract';
import { defineRemote } from '@nemus/contract/react';
import { fakePorts, fakeProfile } from '@nemus/testing';
import { waitFor } from '@testing-library/dom';
import { mountModule } from '@nemus/testing/jest';
import { Route } from 'react-router-dom';
import { areaPages } from './AreaPages';
import { lazyPage } from './lazyPage';
import { askAhead, takeAsked, type PageReads } from './page-reads';

/** An area of one page with one read. */
function area(fetchTitle: () => Promise<string>) {
  const query = { queryKey: ['title'], queryFn: fetchTitle };
  const reads: PageReads = ({ ask }) => ask(query);
  function Page() {
    const { data } = useQuery(query);
    return <h1>{data ?? 'wird geladen'}</h1>;
  }
  const drawn = jest.fn(Page);
  const CoursePage = lazyPage(() => Promise.resolve({ default: drawn, reads }));
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

it('draws a page without its data, when the answers take their time, and asks once', async () => {
  let answer: (title: string) => void = () => undefined;
  const fetchTitle = jest.fn(() => new Promise<string>((resolve) => (answer = resolve)));
  const page = await mountModule(area(fetchTitle).app, ACCOUNT);
  expect(page.element.querySelector('h1')?.textContent).toBe('wird geladen');
  answer('Recht');
  await waitFor(() => expect(page.element.querySelector('h1')?.textContent).toBe('Recht'));
  expect(fetchTitle).toHaveBeenCalledTimes(1);
  await page.unmount();
});

it('asks anew when the area is opened again', async () => {
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

describe('what was asked ahead', () => {
  const page = {};
  const reads = () => jest.fn<void, Parameters<PageReads>>();

  it('is asked once for a page, and taken once', async () => {
    const ports = portsOf('u1');
    const first = reads();
    const second = reads();
    await askAhead(ports, page, first);
    await askAhead(ports, page, second);
    expect(first).toHaveBeenCalledTimes(1);
    expect(second).not.toHaveBeenCalled();
    expect(takeAsked(ports)).not.toBeNull();
    expect(takeAsked(ports)).toBeNull();
  });

  it('is never taken by another account', async () => {
    const first = portsOf('u1');
    const second = portsOf('u2');
    await askAhead(first, page, reads());
    expect(takeAsked(second)).toBeNull();
    expect(takeAsked(first)).toBeNull();
  });

  it('is asked again for another account, and for another page', async () => {
    const first = portsOf('u1');
    const second = portsOf('u2');
    const asked = reads();
    await askAhead(first, page, asked);
    await askAhead(second, page, asked);
    await askAhead(second, {}, asked);
    expect(asked.mock.calls.map(([{ userId }]) => userId)).toEqual(['u1', 'u2', 'u2']);
  });

  it('is let go of when nobody takes it', async () => {
    jest.useFakeTimers();
    const ports = portsOf('u1');
    await askAhead(ports, page, reads());
    jest.advanceTimersByTime(60_000);
    expect(takeAsked(ports)).toBeNull();
    jest.useRealTimers();
  });
});
