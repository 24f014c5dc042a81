import { createHash } from 'node:crypto';
import { composePage, integrityOf, inlineHash } from './shell-page';

const FILE = { href: '/assets/main.js', integrity: 'sha384-x' };
const TEMPLATE = '<html><head><title>Nemus</title></head><body></body></html>';
const NOTHING = {
  first: null,
  inline: [],
  styles: [],
  scripts: [],
  preload: [],
  forView: [],
  forVisitors: [],
  forSignIn: [],
  forAccounts: [],
};

describe("the shell's page", () => {
  it('names every file with its hash, the scripts that start the shell first, then inline ones', () => {
    const page = composePage(TEMPLATE, {
      first: null,
      inline: ['start()'],
      styles: [{ ...FILE, href: '/assets/main.css' }],
      scripts: [FILE],
      preload: [{ ...FILE, href: '/assets/react.js' }],
      forView: [{ ...FILE, href: '/assets/view.js' }],
      forVisitors: [],
      forSignIn: [{ ...FILE, href: '/assets/auth.js' }],
      forAccounts: [{ ...FILE, href: '/assets/platform.js' }],
    });
    const head = page
      .slice(page.indexOf('</title>') + 8, page.indexOf('</head>'))
      .trim()
      .split(/\n\s*/);
    expect(head).toEqual([
      '<script defer fetchpriority="high" src="/assets/main.js" integrity="sha384-x" crossorigin="anonymous"></script>',
      '<template data-for="view">',
      '<link rel="preload" as="script" href="/assets/view.js" integrity="sha384-x" crossorigin="anonymous">',
      '</template>',
      '<template data-for="sign-in">',
      '<link rel="preload" as="script" href="/assets/auth.js" integrity="sha384-x" crossorigin="anonymous">',
      '</template>',
      '<template data-for="account">',
      '<link rel="preload" as="script" href="/assets/platform.js" integrity="sha384-x" crossorigin="anonymous">',
      '</template>',
      '<script>start()</script>',
      '<link rel="stylesheet" href="/assets/main.css" integrity="sha384-x" crossorigin="anonymous">',
      '<link rel="preload" as="script" href="/assets/react.js" integrity="sha384-x" crossorigin="anonymous">',
    ]);
  });

  it('keeps "$" in a script as it is', () => {
    expect(composePage(TEMPLATE, { ...NOTHING, inline: ["a('$&', '$1')"] })).toContain(
      "<script>a('$&', '$1')</script>",
    );
  });

  it('has the first page in its place, and the styles behind the scripts that start requests', () => {
    const first = { head: ['<style>a{content:"$&"}</style>'], markup: '<main>$1</main>' };
    const page = composePage(TEMPLATE.replace('<body>', '<body><!-- first page -->'), {
      ...NOTHING,
      first,
      inline: ['start()'],
    });
    expect(page).toContain('<body><main>$1</main></body>');
    expect(page).toMatch(/<script>start\(\)<\/script>\s*<style>a\{content:"\$&"\}<\/style>\s*<\/head>/);
    expect(() => composePage(TEMPLATE, { ...NOTHING, first })).toThrow('needs a first page, and only that one');
    expect(() => composePage(page.replace('<main>$1</main>', '<!-- first page -->'), NOTHING)).toThrow('first page');
  });

  it('refuses a template without a head, and a script that would end its own element', () => {
    expect(() => composePage('<html></html>', NOTHING)).toThrow('no </head>');
    expect(() => composePage(TEMPLATE, { ...NOTHING, inline: ['x = "</SCRIPT>"'] })).toThrow('end its own element');
  });
});

describe('hashes', () => {
  it('are Subresource Integrity values', () => {
    const digest = createHash('sha384').update('abc').digest('base64');
    expect(integrityOf(Buffer.from('abc'))).toBe(`sha384-${digest}`);
  });

  it('are source expressions for inline scripts, exactly as in the page', () => {
    // The example of the specification (CSP Level 3, §8.3 "Usage of 'unsafe-hashes'" uses the same function).
    expect(inlineHash('doSubmit()')).toBe(`sha256-${createHash('sha256').update('doSubmit()').digest('base64')}`);
  });
});
