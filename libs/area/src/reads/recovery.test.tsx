/** @jest-environment ../../jest.browser.mjs */
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { defineRemote } from '@nemus/contract/react';
import { DataError } from '@nemus/data';
import { mountModule, type MountedModule } from '@nemus/testing/jest';
import { fakeProfile } from '@nemus/testing';
import { act, fireEvent, screen } from '@testing-library/react';
import { Route } from 'react-router-dom';
import { areaPages } from '../pages/AreaPages';
import { lazyPage } from '../pages/lazyPage';
import { QueryPart } from './QueryPart';
import '@nemus/testing/patience';

/** How a read fails; null when it succeeds. */
const failures: Record<string, DataError | null> = {};
const asked: string[] = [];
const answer = (name: string) => {
  asked.push(name);
  const failure = failures[name] ?? null;
  return failure ? Promise.reject(failure) : Promise.resolve(`${name} ist da`);
};
const timeout = () => new DataError('timeout', 'Der Server hat nicht rechtzeitig geantwortet.', 504);

function Part({ name }: { name: string }) {
  const query = useQuery({ queryKey: [name], queryFn: () => answer(name) });
  return (
    <QueryPart query={query} title={name} loading={null}>
      {(text) => <p>{text}</p>}
    </QueryPart>
  );
}
function Typing() {
  const [text, setText] = useState('');
  return <input aria-label="Notiz" value={text} onChange={({ target }) => setText(target.value)} />;
}
const Page = () => (
  <>
    <Part name="Kurse" />
    <Part name="Termine" />
    <Typing />
  </>
);
const TestPage = lazyPage(() => Promise.resolve({ default: Page }));
const app = defineRemote(areaPages(<Route path="/course" element={<TestPage />} />));

let page: MountedModule;
const open = async () => {
  page = await mountModule(app, { address: '/course', profile: fakeProfile('piw') });
};
const come = () => act(() => void window.dispatchEvent(new Event('online')));

beforeEach(() => {
  asked.length = 0;
  for (const name of Object.keys(failures)) failures[name] = null;
});
afterEach(() => page.unmount());

it('refetches automatically when the browser is online, and keeps the input', async () => {
  failures['Kurse'] = timeout();
  failures['Termine'] = timeout();
  await open();
  expect(await screen.findByText('Laden fehlgeschlagen: Kurse')).toBeVisible();
  fireEvent.change(screen.getByLabelText('Notiz'), { target: { value: 'halb fertig' } });
  failures['Kurse'] = failures['Termine'] = null;
  come();
  expect(await screen.findByText('Kurse ist da')).toBeVisible();
  expect(await screen.findByText('Termine ist da')).toBeVisible();
  expect(screen.queryByText(/Laden fehlgeschlagen/)).toBeNull();
  expect(screen.getByLabelText('Notiz')).toHaveValue('halb fertig');
});

it('reads the other parts again when one that failed succeeds', async () => {
  failures['Kurse'] = timeout();
  failures['Termine'] = timeout();
  await open();
  const [again] = await screen.findAllByRole('button', { name: /Erneut/ });
  failures['Kurse'] = failures['Termine'] = null;
  if (again) fireEvent.click(again);
  expect(await screen.findByText('Termine ist da')).toBeVisible();
  expect(screen.queryByText(/Laden fehlgeschlagen/)).toBeNull();
});

it('does not refetch after a refusal', async () => {
  failures['Kurse'] = new DataError('not_allowed', 'Das dürfen Sie nicht sehen.', 403);
  await open();
  await screen.findByText('Laden fehlgeschlagen: Kurse');
  await screen.findByText('Termine ist da');
  const before = asked.length;
  come();
  expect(asked).toHaveLength(before);
  expect(asked.filter((name) => name === 'Kurse')).toHaveLength(1);
});
