/** @jest-environment jsdom */
import { ReleaseStyles } from './release-styles';

const BASE = 'http://store.test/releases/demo/1/';

function addLink(href: string, rel = 'stylesheet') {
  const link = document.createElement('link');
  link.rel = rel;
  link.href = href;
  document.head.append(link);
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
    // What is back is not brought back a second time.
    styles.keep(BASE);
    expect(hrefs()).toHaveLength(3);
  });

  it('are stylesheets alone', () => {
    const styles = new ReleaseStyles(document);
    const letGo = styles.keep(BASE);
    addLink(`${BASE}a.js`, 'preload');
    letGo();
    expect(hrefs()).toEqual([`${BASE}a.js`]);
  });
});
