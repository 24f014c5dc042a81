import { prepareFormats } from './prepare-formats';
import { formatDateTime, formatNumber } from './formats';
import { initialsOf } from './names';

it('creates all formatters that nearly every page needs', () => {
  const makers = [jest.spyOn(Intl, 'DateTimeFormat'), jest.spyOn(Intl, 'NumberFormat')];
  prepareFormats();
  for (const maker of makers) {
    expect(maker).toHaveBeenCalled();
    maker.mockClear();
  }
  expect([formatDateTime('2026-11-26T09:00:00Z'), formatNumber(1_250, 0), initialsOf('Ida Blum')]).toEqual([
    '26.11.2026, 10:00',
    '1.250',
    'IB',
  ]);
  for (const maker of makers) expect(maker).not.toHaveBeenCalled();
});
