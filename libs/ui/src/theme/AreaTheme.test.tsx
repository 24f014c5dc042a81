/** @jest-environment ../../jest.browser.mjs */
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { Chip } from '../display/Chip';
import { useTheme } from '@mui/material/styles';
import { AreaTheme } from './AreaTheme';
import { NemusTheme } from './NemusTheme';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

const stylesIn = (element: ParentNode) => element.querySelectorAll('style');
let area: HTMLElement;
let root: Root;

beforeEach(() => {
  area = document.createElement('div');
  document.body.append(area);
  root = createRoot(area);
});
afterEach(() => area.remove());

const draw = (into: Root) =>
  act(() =>
    into.render(
      <AreaTheme colorScheme="light">
        <Chip>Neu</Chip>
      </AreaTheme>,
    ),
  );
const rules = () => [...stylesIn(document.head)].reduce((sum, { sheet }) => sum + (sheet?.cssRules.length ?? 0), 0);

test('writes its styles into the head of the document, and nothing into the area', () => {
  draw(root);
  expect(rules()).toBeGreaterThan(0);
  expect(stylesIn(area)).toHaveLength(0);
});

test('finds the rules that another root has written, also when that one is gone', () => {
  draw(root);
  act(() => root.unmount());
  expect(area.childElementCount).toBe(0);
  const before = rules();
  const other = createRoot(area);
  draw(other);
  expect(rules()).toBe(before);
  expect(getComputedStyle(area.querySelector('span') ?? area).display).toBe('inline-flex');
  act(() => other.unmount());
});

test('draws with the theme that every other root of the page has, so that styles are computed once', () => {
  const seen = new Set<object>();
  function Look() {
    seen.add(useTheme());
    return null;
  }
  const shell = createRoot(document.createElement('div'));
  act(() =>
    shell.render(
      <NemusTheme colorScheme="light">
        <Look />
      </NemusTheme>,
    ),
  );
  act(() =>
    root.render(
      <AreaTheme colorScheme="light">
        <Look />
      </AreaTheme>,
    ),
  );
  expect(seen.size).toBe(1);
  act(() =>
    root.render(
      <AreaTheme colorScheme="dark">
        <Look />
      </AreaTheme>,
    ),
  );
  expect(seen.size).toBe(2);
  act(() => shell.unmount());
});
