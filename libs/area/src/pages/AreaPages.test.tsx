/** @jest-environment ../../jest.browser.mjs */
import type { ComponentType } from 'react';
import type { EventsPort, MountProps } from '@nemus/contract';
import { defineRemote } from '@nemus/contract/react';
import { fakeProfile } from '@nemus/testing';
import { mountModule } from '@nemus/testing/jest';
import { waitFor } from '@testing-library/react';
import { Route } from 'react-router-dom';
import { areaPages } from './AreaPages';
import { lazyPage } from './lazyPage';

type Load = jest.Mock<Promise<{ default: ComponentType }>, []>;

function area({ course }: { course: Load }) {
  const CoursePage = lazyPage(course);
  const ListPage = lazyPage(() => Promise.reject(new Error('The list is not at this address.')));
  return defineRemote(
    areaPages(
      <>
        <Route path="/courses" element={<ListPage />} />
        <Route path="/course/:id" element={<CoursePage />} />
      </>,
    ),
  );
}

const aTask = () => new Promise((resolve) => setTimeout(resolve));

const open = (app: ReturnType<typeof area>, address: string) =>
  mountModule(app, { address, profile: fakeProfile('piw') });

it('is mounted with the page of the address, when its code is there', async () => {
  const course: Load = jest.fn(() => Promise.resolve({ default: () => <h1>Kurs</h1> }));
  const page = await open(area({ course }), '/course/recht');
  expect(page.element.querySelector('h1')?.textContent).toBe('Kurs');
  expect(course).toHaveBeenCalledTimes(1);
  await page.unmount();
});

it('is mounted with a skeleton, when the code takes its time', async () => {
  const course: Load = jest.fn(() => new Promise(() => undefined));
  const page = await open(area({ course }), '/course/recht');
  expect(page.element.textContent).toContain('Seite wird geladen');
  await page.unmount();
});

it('has an answer for addresses without a page, and reports them', async () => {
  const page = await open(area({ course: jest.fn() }), '/course');
  expect(page.element.querySelector('h1')?.textContent).toBe('404');
  await waitFor(() => expect(page.ports.reports()).not.toEqual([]));
  expect(page.ports.reports()).toEqual([{ name: 'not-found', message: '/course' }]);
  await page.unmount();
});

it('reports no missing page when it is left for another area', async () => {
  const course: Load = jest.fn(() => Promise.resolve({ default: () => <h1>Kurs</h1> }));
  const page = await open(area({ course }), '/course/recht');
  await waitFor(() => expect(page.ports.navigation.listenerCount()).toBe(1));
  page.ports.navigation.push('/account');
  // React renders it in this task, in which the portal also unmounts the area.
  for (let turn = 0; turn < 9; turn += 1) await Promise.resolve();
  expect(page.element.querySelector('h1')?.textContent).toBe('404');
  await page.unmount();
  await aTask();
  expect(page.ports.reports()).toEqual([]);
});

it('is mounted by an older shell, which does not know the newest event', async () => {
  const app = area({ course: jest.fn(() => Promise.resolve({ default: () => <h1>Kurs</h1> })) });
  const subscribe: EventsPort['subscribe'] = (name) => {
    if (name === 'logbook-changed') throw new TypeError('No listeners of that name.');
    return () => undefined;
  };
  const older = {
    ...app,
    mount: (props: MountProps) => app.mount({ ...props, events: { ...props.events, subscribe } }),
  };
  const page = await open(older, '/course/recht');
  expect(page.element.querySelector('h1')?.textContent).toBe('Kurs');
  await page.unmount();
});
