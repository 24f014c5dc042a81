/** @jest-environment jsdom */
import { render, screen, within } from '@testing-library/react';
import { NemusTheme } from '../theme/NemusTheme';
import { axisStep, BarChart } from './BarChart';
import { breakLabel, RadarChart, radarPoint, radarShape } from './RadarChart';

const points = [
  { label: 'Fachliche Kompetenz', value: 72 },
  { label: 'Beziehungsgestaltung', value: 81 },
  { label: 'Professionelle Haltung', value: 90 },
];

test.each([
  [0, 1],
  [3, 1],
  [7, 2],
  [100, 50],
  [1900, 500],
  [2990, 1000],
])('the axis up to %p goes in steps of %p', (max, step) => expect(axisStep(max)).toBe(step));

test('the net stays inside its drawing at every width', () => {
  for (const width of [240, 288, 400, 900]) {
    const shape = radarShape(width);
    for (let axis = 0; axis < 6; axis += 1) {
      const { x, y } = radarPoint(shape, axis, 6, 250);
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x).toBeLessThanOrEqual(width);
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y).toBeLessThanOrEqual(shape.height);
    }
  }
});

test('labels break at spaces alone', () => {
  expect(breakLabel('Methoden & Intervention', 14)).toEqual(['Methoden &', 'Intervention']);
  expect(breakLabel('Beziehungsgestaltung', 14)).toEqual(['Beziehungsgestaltung']);
});

test.each([
  ['RadarChart', <RadarChart key="radar" title="Kompetenzen" points={points} />, '81 %'],
  ['BarChart', <BarChart key="bars" title="Kompetenzen" points={points} />, '81'],
])('%s has its numbers as a table', (_name, chart, value) => {
  render(chart, { wrapper: NemusTheme });
  const table = screen.getByRole('table', { name: 'Kompetenzen' });
  expect(within(table).getByRole('row', { name: /^Beziehungsgestaltung/ })).toHaveTextContent(
    `Beziehungsgestaltung${value}`,
  );
});

test('weights of letters are styles: the attribute of SVG takes hundreds alone', () => {
  const { container } = render(<RadarChart title="Kompetenzen" points={points} />, { wrapper: NemusTheme });
  expect(container.querySelectorAll('tspan')).not.toHaveLength(0);
  expect(container.querySelectorAll('[font-weight]')).toHaveLength(0);
});
