/** @jest-environment ../../jest.browser.mjs */
import { render, screen } from '@testing-library/react';
import { NemusTheme } from '../theme/NemusTheme';
import { Markdown, type MarkdownProps } from './Markdown';

const SOURCE = '## Eins\n\n### Zwei\n\nText mit [Weg](/profile) und <b>Zeichen</b>.\n\n> Zitat\n\n1. a\n2. b';
const draw = (props: Partial<MarkdownProps> = {}) =>
  render(
    <NemusTheme>
      <Markdown source={SOURCE} {...props} />
    </NemusTheme>,
  );

it('starts its headings at the given level', () => {
  draw({ level: 3 });
  expect(screen.getByRole('heading', { level: 3, name: 'Eins' })).toBeInTheDocument();
  expect(screen.getByRole('heading', { level: 4, name: 'Zwei' })).toBeInTheDocument();
});

it('draws paths of the portal with the component that it is given, and markup as text', () => {
  draw({ pathLink: ({ to, children }) => <a href={`/portal${to}`}>{children}</a> });
  expect(screen.getByRole('link', { name: 'Weg' })).toHaveAttribute('href', '/portal/profile');
  expect(screen.getByText(/<b>Zeichen<\/b>/)).toBeInTheDocument();
});

it('renders quotes and numbered lists semantically', () => {
  draw();
  expect(screen.getByRole('heading', { level: 2, name: 'Eins' })).toBeInTheDocument();
  expect(screen.getByRole('blockquote')).toHaveTextContent('Zitat');
  expect(screen.getByRole('list').tagName).toBe('OL');
});
