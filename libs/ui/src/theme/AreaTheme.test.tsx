/** @jest-environment jsdom */
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { Chip } from '../display/Chip';
import { AreaTheme } from './AreaTheme';

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

const draw = (id: string) =>
  act(() =>
    root.render(
      <AreaTheme id={id} colorScheme="light" container={area}>
        <Chip>Neu</Chip>
      </AreaTheme>,
    ),
  );

test('writes styles into the area, under class names of its own', () => {
  draw('trainee');
  expect(stylesIn(area).length).toBeGreaterThan(0);
  expect(stylesIn(document.head)).toHaveLength(0);
  expect(area.querySelector('span')?.className).toMatch(/trainee-/);
});

test('removes its styles with the root', () => {
  draw('trainee');
  act(() => root.unmount());
  expect(stylesIn(document)).toHaveLength(0);
  expect(area.childElementCount).toBe(0);
});

test('takes a remote id with digits', () => {
  draw('area-2');
  expect(area.querySelector('span')?.className).toMatch(/area-c-/);
});
