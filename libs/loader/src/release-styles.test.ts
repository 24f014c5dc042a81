/** @jest-environment ../../jest.browser.mjs */
import { ReleaseStyles } from './release-styles';

const BASE = 'http://store.test/releases/demo/1/';

function addLink(href: string, { rel = 'stylesheet', arrived = true } = {}) {
  const link = document.createElement('link');
  link.rel = rel;
  link.href = href;
  // jsdom loads no stylesheets.
  Object.defineProperty(link, 'sheet', { value: arrived ? {} : null });
  document.head.append(link);
  return link;
}

const hrefs = () => [...document.head.querySelectorAll('link')].map(({ href }) => href);

beforeEach(() => document.head.replaceChildren());

describe('stylesheets of a release', () => {
  it('leave with the last mount and come back with the next', () => {
    const styles = new ReleaseStyles(document);
    const letGo = styles.keep(BASE);
    addLink(`${BASE}a.css`);
    addLink(`${BASE}b.css?retry=1`);
    addLink('http://store.test/releases/demo/2/a.css');
    const other = styles.keep(BASE);
    letGo();
    letGo();
    expect(hrefs()).toHaveLength(3);
    other();
    expect(hrefs()).toEqual(['http://store.test/releases/demo/2/a.css']);
    styles.keep(BASE);
    expect(hrefs()).toHaveLength(3);
    // A stylesheet that is back is not added twice.
    styles.keep(BASE);
    expect(hrefs()).toHaveLength(3);
  });

  it('that have not arrived in time are given up, and do not come back', () => {
    const styles = new ReleaseStyles(document);
    const letGo = styles.keep(BASE);
    addLink(`${BASE}a.css`);
    const givenUp = jest.fn();
    addLink(`${BASE}hung.css`, { arrived: false }).addEventListener('error', givenUp);
    letGo();
    styles.giveUp(BASE);
    expect(givenUp).toHaveBeenCalledTimes(1);
    styles.keep(BASE);
    expect(hrefs()).toEqual([`${BASE}a.css`]);
  });

  it('are stylesheets alone', () => {
    const styles = new ReleaseStyles(document);
    const letGo = styles.keep(BASE);
    addLink(`${BASE}a.js`, { rel: 'preload' });
    letGo();
    expect(hrefs()).toEqual([`${BASE}a.js`]);
  });
});
