/** @jest-environment jsdom */
import { PreloadLinks } from './preload-links';

beforeEach(() => document.head.replaceChildren());

const links = () => [...document.head.querySelectorAll('link')];

describe('early requests', () => {
  it('carry the integrity without which the early copy would be thrown away', () => {
    new PreloadLinks(document).request([
      { url: 'http://store.test/a.js?retry=1', integrity: 'sha384-a' },
      { url: 'http://store.test/a.css?retry=1', integrity: 'sha384-b' },
    ]);
    expect(links().map(({ as, integrity, crossOrigin, href }) => ({ as, integrity, crossOrigin, href }))).toEqual([
      { as: 'script', integrity: 'sha384-a', crossOrigin: 'anonymous', href: 'http://store.test/a.js?retry=1' },
      { as: 'style', integrity: 'sha384-b', crossOrigin: 'anonymous', href: 'http://store.test/a.css?retry=1' },
    ]);
  });

  it('are made once per address, and leave when they are answered', () => {
    const preloads = new PreloadLinks(document);
    const file = { url: 'http://store.test/a.js', integrity: 'sha384-a' };
    preloads.request([file, file]);
    preloads.request([file]);
    expect(links()).toHaveLength(1);
    links()[0]?.dispatchEvent(new Event('load'));
    expect(links()).toHaveLength(0);
    preloads.request([file]);
    expect(links()).toHaveLength(0);
  });
});
