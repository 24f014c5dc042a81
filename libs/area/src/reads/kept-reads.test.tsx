/** @jest-environment ../../jest.browser.mjs */
import type { KeptRead, KeptReadsPort } from '@nemus/contract';
import { defineRemote } from '@nemus/contract/react';
import { DataError } from '@nemus/data';
import { fakeProfile } from '@nemus/testing';
import { mountModule } from '@nemus/testing/jest';
import { useQuery } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { Route } from 'react-router-dom';
import { areaPages } from '../pages/AreaPages';
import { lazyPage } from '../pages/lazyPage';
import { pageReads, type PageReadsOptions } from '../start/page-reads';
import { offline } from './kept-reads';
import { QueryPart } from './QueryPart';
import '@nemus/testing/patience';

/** The shell's part: keeps reads for ever. */
function keeper() {
  const kept = new Map<string, readonly KeptRead[]>();
  const port: KeptReadsPort = {
    take: (shape) => kept.get(shape) ?? [],
    keep: (shape, reads) => void kept.set(shape, reads),
  };
  return { port, kept };
}

/** An area with one page and one read. */
function area(fetchTitle: () => Promise<string>, options?: PageReadsOptions, part: ReactNode = null) {
  const { reads, usePageReads } = pageReads(
    () => ({ title: { queryKey: ['bookings', 'title'], queryFn: fetchTitle, retry: false } }),
    options,
  );
  function Page() {
    const { title } = usePageReads();
    return (
      <QueryPart query={title} title="Titel" loading={<p>wird geladen</p>}>
        {(text) => (
          <>
            <h1>{text}</h1>
            {part}
          </>
        )}
      </QueryPart>
    );
  }
  const CoursePage = lazyPage(() => Promise.resolve({ default: Page, reads }));
  return defineRemote(areaPages(<Route path="/course" element={<CoursePage />} />));
}

/** Uses the page's read without declaring it; a click renders only this part, so that it used the query last. */
function Part() {
  const [drawn, setDrawn] = useState(1);
  const { data } = useQuery({ queryKey: ['bookings', 'title'], queryFn: () => Promise.resolve('Recht') });
  return <button onClick={() => setDrawn(drawn + 1)}>{`${data}, ${drawn}-mal`}</button>;
}

/** Answers that a test resolves by hand. */
function answers() {
  const open: { resolve: (text: string) => void; reject: (error: Error) => void }[] = [];
  const ask = jest.fn(() => new Promise<string>((resolve, reject) => void open.push({ resolve, reject })));
  return { ask, open };
}

const OPEN = { address: '/course', profile: fakeProfile('piw') };

it('shows the last data at once in a reopened area, and refetches in the background', async () => {
  const keptReads = keeper().port;
  const first = await mountModule(
    area(() => Promise.resolve('Recht')),
    { ...OPEN, keptReads },
  );
  await screen.findByText('Recht');
  await first.unmount();
  const { ask, open } = answers();
  const again = await mountModule(area(ask), { ...OPEN, keptReads });
  expect(again.element.querySelector('h1')?.textContent).toBe('Recht');
  expect(ask).not.toHaveBeenCalled();
  await waitFor(() => expect(ask).toHaveBeenCalledTimes(1));
  act(() => open[0]?.resolve('Ethik'));
  await screen.findByText('Ethik');
  await again.unmount();
});

it('begins no wait for a cache that is emptied when its root goes', async () => {
  const page = await mountModule(
    area(() => Promise.resolve('Recht')),
    OPEN,
  );
  await screen.findByText('Recht');
  const begun = jest.spyOn(window, 'setTimeout');
  await page.unmount();
  const waits = begun.mock.calls.map(([, ms]) => ms ?? 0);
  begun.mockRestore();
  expect(waits.filter((ms) => ms > 60_000)).toEqual([]);
});

it('keeps the age of data that was only shown', async () => {
  const { port, kept } = keeper();
  const long = { key: ['bookings', 'title'], data: 'Recht', readAt: 5_000, endsWith: [] };
  const page = await mountModule(
    area(() => Promise.resolve('Ethik')),
    { ...OPEN, keptReads: { ...port, take: () => [long] } },
  );
  expect(page.element.querySelector('h1')?.textContent).toBe('Recht');
  // Left again before anything was requested.
  await page.unmount();
  expect([...kept.values()].flat()).toMatchObject([{ data: 'Recht', readAt: 5_000 }]);
});

it('lists the events that end a read', async () => {
  const { port, kept } = keeper();
  const page = await mountModule(
    area(() => Promise.resolve('Recht')),
    { ...OPEN, keptReads: port },
  );
  await screen.findByText('Recht');
  await page.unmount();
  expect([...kept.values()].flat()).toMatchObject([
    { key: ['bookings', 'title'], data: 'Recht', endsWith: ['enrollments-changed', 'bookings-changed'] },
  ]);
});

it('keeps a read that another part of the page uses as well, without a mark', async () => {
  const { port, kept } = keeper();
  const page = await mountModule(
    area(() => Promise.resolve('Recht'), undefined, <Part />),
    {
      ...OPEN,
      keptReads: port,
    },
  );
  fireEvent.click(await screen.findByText('Recht, 1-mal'));
  await screen.findByText('Recht, 2-mal');
  await page.unmount();
  expect([...kept.values()].flat()).toMatchObject([{ data: 'Recht' }]);
});

it('keeps nothing of a page of forms', async () => {
  const { port, kept } = keeper();
  const page = await mountModule(
    area(() => Promise.resolve('Recht'), { kept: false }),
    { ...OPEN, keptReads: port },
  );
  await screen.findByText('Recht');
  await page.unmount();
  expect([...kept.values()].flat()).toEqual([]);
});

it('keeps nothing that is out of date while its new answer is on the way', async () => {
  const { port, kept } = keeper();
  const { ask, open } = answers();
  const page = await mountModule(area(ask), { ...OPEN, keptReads: port });
  act(() => open[0]?.resolve('Recht'));
  await screen.findByText('Recht');
  act(() => page.ports.events.publish('bookings-changed', { courseId: 'c', traineeIds: [] }));
  await waitFor(() => expect(ask).toHaveBeenCalledTimes(2));
  await page.unmount();
  expect([...kept.values()].flat()).toEqual([]);
});

describe('when the read behind it fails', () => {
  const failWith = async (error: DataError) => {
    const keptReads = keeper().port;
    await (
      await mountModule(
        area(() => Promise.resolve('Recht')),
        { ...OPEN, keptReads },
      )
    ).unmount();
    const { ask, open } = answers();
    const page = await mountModule(area(ask), { ...OPEN, keptReads });
    expect(page.element.querySelector('h1')?.textContent).toBe('Recht');
    await waitFor(() => expect(ask).toHaveBeenCalledTimes(1));
    await act(async () => open[0]?.reject(error));
    return page;
  };

  it('removes what the account may no longer read', async () => {
    const page = await failWith(new DataError('not_allowed', 'Das dürfen Sie nicht sehen.', 403));
    expect(await screen.findByText('Laden fehlgeschlagen: Titel')).toBeVisible();
    expect(screen.queryByText('Recht')).toBeNull();
    await page.unmount();
  });

  it('leaves it on the screen without an answer', async () => {
    const page = await failWith(new DataError('network', 'Keine Verbindung.', 0));
    await act(() => Promise.resolve());
    expect(screen.getByText('Recht')).toBeVisible();
    await page.unmount();
  });
});

describe('a read that a page shows without a connection', () => {
  /** An area with one page, whose read is marked. */
  function offlineArea(fetchTitle: () => Promise<string>) {
    function Page() {
      const query = { queryKey: ['bookings', 'title'], queryFn: fetchTitle, retry: false };
      const { data, dataUpdatedAt } = useQuery(offline(query, '/course'));
      return <h1>{`${data ?? 'nichts'}, Stand ${dataUpdatedAt}`}</h1>;
    }
    const CoursePage = lazyPage(() => Promise.resolve({ default: Page }));
    return defineRemote(areaPages(<Route path="/course" element={<CoursePage />} />));
  }
  const STORED = { key: ['bookings', 'title'], data: 'Recht', readAt: 5_000, endsWith: [], offlinePage: '/course' };
  const opened = (fetchTitle: () => Promise<string>, found: readonly KeptRead[] = []) => {
    const keep = jest.fn<void, Parameters<KeptReadsPort['keep']>>();
    const keptReads = { take: () => found, keep };
    return mountModule(offlineArea(fetchTitle), { ...OPEN, keptReads }).then((page) => ({ page, keep }));
  };

  it('goes to the shell with every answer, and not again when the area is left', async () => {
    const { page, keep } = await opened(() => Promise.resolve('Recht'));
    await screen.findByText(/^Recht/);
    expect(keep.mock.calls).toMatchObject([
      [expect.any(String), [{ key: ['bookings', 'title'], data: 'Recht', offlinePage: '/course' }]],
    ]);
    act(() => page.ports.events.publish('bookings-changed', { courseId: 'c', traineeIds: [] }));
    await waitFor(() => expect(keep).toHaveBeenCalledTimes(2));
    await page.unmount();
    expect(keep).toHaveBeenCalledTimes(2);
  });

  it('is shown from the device with its age while it cannot be read, and is not stored as new', async () => {
    const { page, keep } = await opened(
      () => Promise.reject(new DataError('network', 'Keine Verbindung.', 0)),
      [STORED],
    );
    expect(await screen.findByText('Recht, Stand 5000')).toBeVisible();
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(screen.getByText('Recht, Stand 5000')).toBeVisible();
    expect(keep).not.toHaveBeenCalled();
    await page.unmount();
  });

  it('is replaced by the first answer', async () => {
    const { page, keep } = await opened(() => Promise.resolve('Ethik'), [STORED]);
    await screen.findByText(/^Ethik/);
    expect(keep.mock.calls.map(([, [read]]) => read?.data)).toEqual(['Ethik']);
    await page.unmount();
  });

  it('is removed from the screen once the backend refuses it', async () => {
    const { page } = await opened(() => Promise.reject(new DataError('not_allowed', 'Nein.', 403)), [STORED]);
    expect(await screen.findByText(/^nichts/)).toBeVisible();
    await page.unmount();
  });
});
