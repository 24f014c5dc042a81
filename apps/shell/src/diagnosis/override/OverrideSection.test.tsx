/** @jest-environment ../../jest.browser.mjs */
import type { RegistryDocument } from '@nemus/registry';
import { fireEvent, screen } from '@testing-library/react';
import { fakeClient } from '@nemus/host/testing/fake-client';
import { fakePortal, renderPortal } from '../../testing/render-portal';
import { createOverrideKeeper } from '@nemus/host/overrides/override-keeper';
import * as service from '@nemus/host/overrides/override-service';
import { OverrideSection } from './OverrideSection';

// The part of a registry that is read here.
const REGISTRY = { remotes: [{ name: 'sound' }] } as unknown as RegistryDocument;
const BUILD = 'http://localhost:4300/sound/';
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const lineFor = (change: object = {}) => JSON.stringify({ remote: 'sound', url: BUILD, until: inHours(1), ...change });

/** The panel of an account that may override any area. @returns The database requests. */
function draw(): string[] {
  const asked: string[] = [];
  const client = fakeClient((name) => {
    asked.push(name);
    return '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';
  });
  const portal = fakePortal();
  const overrides = createOverrideKeeper({
    rules: {
      environment: 'local',
      storeUrl: 'http://localhost:4210/',
      origins: ['http://localhost:4300'],
      registry: () => Promise.resolve(REGISTRY),
      client: () => Promise.resolve(client),
      now: () => new Date(),
    },
    storage: { getItem: () => null, setItem: () => undefined, removeItem: () => undefined },
    onTrouble: () => undefined,
    load: () => Promise.resolve(service),
  });
  overrides.begin('u-1');
  renderPortal({ ...portal, overrides }, <OverrideSection />);
  return asked;
}

function paste(line: string) {
  fireEvent.change(screen.getByLabelText('Zeile der Kommandozeile'), { target: { value: line } });
  fireEvent.click(screen.getByRole('button', { name: 'Umleitung starten' }));
}

it('takes the line of the command line, and ends with a click', async () => {
  const asked = draw();
  paste(lineFor());
  fireEvent.click(await screen.findByRole('button', { name: 'Umleitung beenden' }));
  expect(await screen.findByRole('button', { name: 'Umleitung starten' })).toBeInTheDocument();
  expect(asked[0]).toBe('nemus_open_release_override');
});

it('takes a release that is published and not promoted', async () => {
  draw();
  paste(lineFor({ url: 'http://localhost:4210/releases/sound/1.0.0-aaaaaaaa/' }));
  expect(await screen.findByRole('button', { name: 'Umleitung beenden' })).toBeInTheDocument();
});

it.each([
  ['an unlisted origin', lineFor({ url: 'http://localhost:1/' }), 'steht nicht auf der Liste'],
  ['its end in the past', lineFor({ until: inHours(-1) }), 'abgelaufen'],
  ['more than a working day', lineFor({ until: inHours(9) }), 'höchstens acht Stunden'],
  ['another area', lineFor({ remote: 'nothing' }), 'gibt es im Verzeichnis nicht'],
  ['text', 'http://localhost:1/', 'keine Umleitung'],
])('says why it refuses %s, without a request', async (_what, line, reason) => {
  const asked = draw();
  paste(line);
  expect(await screen.findByText(new RegExp(reason), { selector: '[role="alert"], p, span, div' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Umleitung beenden' })).toBeNull();
  expect(asked).toEqual([]);
});
