/** @jest-environment ../../jest.browser.mjs */
import { CacheProvider, Global } from '@emotion/react';
import { styled } from '@mui/material/styles';
import { render } from '@testing-library/react';
import { createStyleCache } from './style-cache';
import { STYLE_MARK } from './style-mark';

const Box = styled('div')({ color: 'rgb(1, 2, 3)' });

/** The library's style elements in the page, by cache key. */
const elements = () => [...document.querySelectorAll<HTMLStyleElement>('style[data-emotion]')];

it('has one text in all of its style elements, the one that the policy knows, and rules in each', () => {
  const { container } = render(
    <CacheProvider value={createStyleCache({ key: 'probe' })}>
      <Global styles={{ body: { margin: 0 } }} />
      <Box />
    </CacheProvider>,
  );
  expect(elements().map(({ dataset }) => dataset['emotion'])).toEqual(['probe-global', 'probe']);
  expect(new Set(elements().map(({ textContent }) => textContent))).toEqual(new Set([STYLE_MARK]));
  for (const { sheet } of elements()) expect(sheet?.cssRules.length).toBeGreaterThan(0);
  expect(getComputedStyle(container.firstElementChild ?? document.body).color).toBe('rgb(1, 2, 3)');
});
