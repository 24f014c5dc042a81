/** @jest-environment ../../jest.browser.mjs */
import { render, screen } from '@testing-library/react';
import { NemusTheme } from '../theme/NemusTheme';
import { Tabs } from './components';

// The file of the late components has not arrived.
jest.mock('./load-parts', () => ({ loadParts: () => new Promise(() => undefined) }));

test('what a tab shows does not wait for the row of tabs', () => {
  render(
    <NemusTheme colorScheme="light">
      <Tabs label="Ansicht" items={[{ value: 'a', label: 'Kurse' }]} value="a" onChange={() => undefined}>
        <p>Ein Kurs</p>
      </Tabs>
    </NemusTheme>,
  );
  expect(screen.getByText('Ein Kurs')).toBeInTheDocument();
  expect(screen.queryByRole('tab')).toBeNull();
});
