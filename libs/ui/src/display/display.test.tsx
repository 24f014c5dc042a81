/** @jest-environment ../../jest.browser.mjs */
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NemusTheme } from '../theme/NemusTheme';
import { FilterChip } from './Chip';
import { clampPercent, ProgressBar } from './Progress';
import { StarRating, StarRatingInput } from './StarRating';
import { JourneyProgress } from './Stepper';

const draw = (ui: React.ReactNode) => render(ui, { wrapper: NemusTheme });

test('progress is read with its name and its value', () => {
  draw(<ProgressBar label="Theorie" value={325} max={500} valueText="325 von 500 UE" />);
  const bar = screen.getByRole('progressbar', { name: 'Theorie' });
  expect(bar).toHaveAttribute('aria-valuenow', '65');
  expect(bar).toHaveAttribute('aria-valuetext', '325 von 500 UE');
});

test('progress outside of its range is cut, a target of nothing is nothing', () => {
  expect([clampPercent(-3), clampPercent(140), clampPercent(Number.NaN)]).toEqual([0, 100, 0]);
  draw(<ProgressBar label="Leer" value={5} max={0} />);
  expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '0');
});

test('a filter chip says whether it is on', async () => {
  const onToggle = jest.fn();
  draw(
    <FilterChip selected={false} onToggle={onToggle} count={4}>
      Haltung
    </FilterChip>,
  );
  const chip = screen.getByRole('button', { name: 'Haltung 4', pressed: false });
  await userEvent.click(chip);
  expect(onToggle).toHaveBeenCalledWith(true);
});

test('stars are given by keyboard and read out as text', async () => {
  const onChange = jest.fn();
  draw(
    <>
      <StarRatingInput label="Wie war der Termin?" value={4} onChange={onChange} />
      <StarRating value={4.6} count={1280} />
    </>,
  );
  await userEvent.tab();
  expect(screen.getByRole('radio', { name: '4 Sterne' })).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}');
  expect(onChange).toHaveBeenCalledWith(5);
  expect(screen.getByText(/4,6/)).toHaveTextContent('Bewertung: 4,6 von 5 Sternen (1.280)');
});

test('a rating that was given is changed, not taken away', async () => {
  const onChange = jest.fn();
  const stars = (value: number | null) => (
    <StarRatingInput label="Wie war der Termin?" value={value} onChange={onChange} />
  );
  const { rerender } = draw(stars(null));
  expect(screen.getByRole('radio', { name: 'Noch keine Sterne' })).toBeChecked();
  rerender(stars(4));
  expect(screen.getAllByRole('radio').map((star) => star.getAttribute('value'))).toEqual(['1', '2', '3', '4', '5']);
  await userEvent.click(screen.getByRole('radio', { name: '4 Sterne' }));
  expect(onChange).not.toHaveBeenCalled();
});

test('a stepper names its steps and the current one', () => {
  const steps = ['Comic', 'Video', 'Quiz'].map((label) => ({ id: label, label }));
  draw(<JourneyProgress label="Block A" steps={steps} current={1} />);
  const items = within(screen.getByRole('list', { name: 'Block A' })).getAllByRole('listitem');
  expect(items.map((item) => item.textContent)).toEqual([
    'Comic, abgeschlossen',
    '2Video, aktueller Schritt',
    '3Quiz, noch offen',
  ]);
  expect(items[1]).toHaveAttribute('aria-current', 'step');
  expect(screen.getByText('Schritt 2 von 3')).toBeInTheDocument();
});
