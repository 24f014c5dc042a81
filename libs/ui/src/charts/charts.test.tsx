/** @jest-environment ../../jest.browser.mjs */
import { render, screen, waitFor, within } from '@testing-library/react';
import { NemusTheme } from '../theme/NemusTheme';
import { BarChart } from './BarChart';
import { ChartFigure } from './ChartFigure';
import { breakLabel } from './Radar';
import { radarShape } from './radar-shape';
import { RadarChart } from './RadarChart';

/** Compiling the library for the first time takes seconds. */
const CODE_MS = 60_000;
const points = [
  { label: 'Fachliche Kompetenz', value: 72 },
  { label: 'Beziehungsgestaltung', value: 81 },
  { label: 'Professionelle Haltung', value: 90 },
];

test.each([240, 288, 400, 900])('a net in %d px leaves room for its labels', (width) => {
  const shape = radarShape(width);
  const radius = width / 2 - shape.side;
  expect(radius).toBeGreaterThanOrEqual(48);
  expect(shape.height).toBe(2 * (radius + shape.above));
});

test('labels break at spaces alone', () => {
  expect(breakLabel('Methoden & Intervention', 14)).toEqual(['Methoden &', 'Intervention']);
  expect(breakLabel('Beziehungsgestaltung', 14)).toEqual(['Beziehungsgestaltung']);
});

test.each([
  ['RadarChart', <RadarChart key="radar" title="Kompetenzen" points={points} />, '81 %'],
  ['BarChart', <BarChart key="bars" title="Kompetenzen" points={points} />, '81'],
])(
  '%s has its numbers as a table, and a drawing hidden from screen readers',
  async (_name, chart, value) => {
    const { container } = render(chart, { wrapper: NemusTheme });
    const table = screen.getByRole('table', { name: 'Kompetenzen' });
    expect(within(table).getByRole('row', { name: /^Beziehungsgestaltung/ })).toHaveTextContent(
      `Beziehungsgestaltung${value}`,
    );
    await waitFor(() => expect(container.querySelector('[aria-hidden] svg')).not.toBeNull(), { timeout: CODE_MS });
  },
  CODE_MS,
);

test('the drawing code is lazy, its space is reserved, and the text alternative is there at once', async () => {
  const load = () => Promise.resolve(() => <svg />);
  const { container } = render(
    <ChartFigure title="Kompetenzen" points={points} format={String} height={240} load={load} drawing={{}} />,
    { wrapper: NemusTheme },
  );
  expect(screen.getByRole('table', { name: 'Kompetenzen' })).toBeInTheDocument();
  expect(container.querySelector('[aria-hidden] > span')).toHaveStyle({ height: '240px' });
  await waitFor(() => expect(container.querySelector('[aria-hidden] > svg')).not.toBeNull());
});

test('all users get the numbers when the code does not arrive', async () => {
  const lost = () => Promise.reject(new Error('no network'));
  const { container } = render(
    <ChartFigure title="Kompetenzen" points={points} format={String} height={240} load={lost} drawing={{}} />,
    { wrapper: NemusTheme },
  );
  await waitFor(() => expect(container.querySelector('[aria-hidden]')).toBeNull());
  expect(screen.getByRole('cell', { name: '81' })).toBeVisible();
});
