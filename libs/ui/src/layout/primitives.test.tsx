/** @jest-environment ../../jest.browser.mjs */
import { render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { AreaTheme } from '../theme/AreaTheme';
import { Divider, Grid, Row, Stack, Surface, Text } from './primitives';

const draw = (element: ReactElement, scheme: 'light' | 'dark' = 'light') =>
  render(<AreaTheme colorScheme={scheme}>{element}</AreaTheme>);

/** Each with one prop that affects its styles. */
const DIFFERENT: Readonly<Record<string, readonly (() => ReactElement)[]>> = {
  Stack: [() => <Stack />, () => <Stack gap={1} />, () => <Stack align="end" />, () => <Stack justify="between" />],
  Row: [
    () => <Row />,
    () => <Row gap={2} />,
    () => <Row align="start" />,
    () => <Row justify="end" />,
    () => <Row wrap={false} />,
  ],
  Grid: [() => <Grid />, () => <Grid gap={1} />, () => <Grid min="10rem" />],
  Text: [
    () => <Text />,
    () => <Text variant="small" />,
    () => <Text tone="muted" />,
    () => <Text tone="inherit" />,
    () => <Text tone="error" />,
    () => <Text numeric />,
    () => <Text strong />,
    () => <Text truncate />,
  ],
  Surface: [
    () => <Surface />,
    () => <Surface padding="none" />,
    () => <Surface kind="sunken" />,
    () => <Surface kind="error" />,
  ],
};

test.each(Object.entries(DIFFERENT))(
  '%s looks different by each of its props, and the same for the same',
  (_, list) => {
    const classOf = (make: () => ReactElement) => {
      const { container, unmount } = draw(make());
      const { className } = container.querySelector('[class]') ?? { className: '' };
      unmount();
      return className;
    };
    const classes = list.map(classOf);
    expect(new Set(classes).size).toBe(list.length);
    expect(list.map(classOf)).toEqual(classes);
  },
);

test('the caller’s styles come last, and are not cached', () => {
  draw(
    <>
      <Text sx={{ margin: 2, color: 'rgb(1, 2, 3)' }}>with</Text>
      <Text>without</Text>
    </>,
  );
  expect(screen.getByText('with')).toHaveStyle({ margin: '16px', color: 'rgb(1, 2, 3)' });
  expect(screen.getByText('without')).toHaveStyle({ margin: '0px' });
  expect(screen.getByText('without')).not.toHaveStyle({ color: 'rgb(1, 2, 3)' });
});

test('the cache is per theme', () => {
  const { unmount } = draw(<Text>day</Text>);
  const day = getComputedStyle(screen.getByText('day')).color;
  unmount();
  draw(<Text>night</Text>, 'dark');
  expect(getComputedStyle(screen.getByText('night')).color).not.toBe(day);
});

test('passes on element, attributes and class', () => {
  draw(
    <>
      <Stack as="ul" className="mine" aria-label="list" />
      <Divider />
    </>,
  );
  expect(screen.getByRole('list', { name: 'list' })).toHaveClass('mine');
  expect(screen.getByRole('separator')).toHaveStyle({ width: '100%' });
});
