import { isAllowedAddress, parseInline, parseMarkdown } from './markdown';

describe('blocks', () => {
  it('reads headings, paragraphs, lists, quotes and rules', () => {
    const source = '# A\n\nEins\nzwei\n\n- x\n- y\n\n1. a\n2. b\n\n> Zitat\n> weiter\n\n---\n### C';
    expect(parseMarkdown(source)).toEqual([
      { kind: 'heading', level: 1, children: [{ kind: 'text', text: 'A' }] },
      { kind: 'paragraph', children: [{ kind: 'text', text: 'Eins zwei' }] },
      { kind: 'list', ordered: false, items: [[{ kind: 'text', text: 'x' }], [{ kind: 'text', text: 'y' }]] },
      { kind: 'list', ordered: true, items: [[{ kind: 'text', text: 'a' }], [{ kind: 'text', text: 'b' }]] },
      { kind: 'quote', children: [{ kind: 'text', text: 'Zitat weiter' }] },
      { kind: 'rule' },
      { kind: 'heading', level: 3, children: [{ kind: 'text', text: 'C' }] },
    ]);
  });

  it('separates blocks without an empty line between them', () => {
    expect(parseMarkdown('Text\n## Titel\n- x\nmehr').map(({ kind }) => kind)).toEqual([
      'paragraph',
      'heading',
      'list',
      'paragraph',
    ]);
  });

  it('leaves comments out', () => {
    expect(parseMarkdown('<!-- für\n\nden Betreiber -->\nText')).toEqual([
      { kind: 'paragraph', children: [{ kind: 'text', text: 'Text' }] },
    ]);
  });

  it('keeps markup as text', () => {
    expect(parseMarkdown('<script>alert(1)</script>')).toEqual([
      { kind: 'paragraph', children: [{ kind: 'text', text: '<script>alert(1)</script>' }] },
    ]);
  });

  it('reads an empty text', () => {
    expect(parseMarkdown('\n\n')).toEqual([]);
  });

  it('withstands long hostile input', () => {
    const started = performance.now();
    for (const run of ['**', '[[', '[', '[a](', '`a', '*a ', '\\\\*', '**\\\\']) parseMarkdown(run.repeat(20_000));
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});

describe('inside a line', () => {
  it.each([
    ['Patient\\*innen und Kolleg\\*innen', 'Patient*innen und Kolleg*innen'],
    ['Patient*innen und Kolleg*innen', 'Patient*innen und Kolleg*innen'],
    ['(\\*) den von mir/uns (\\*)', '(*) den von mir/uns (*)'],
    ['a \\\\ b \\[c\\] \\x', 'a \\ b [c] \\x'],
  ])('reads %p as written', (source, text) => expect(parseInline(source)).toEqual([{ kind: 'text', text }]));

  it('reads escaped characters inside emphasis and gaps', () => {
    expect(parseInline('**Beauftragte\\*r:** [[Käufer\\*innen]] *a\\*b*')).toEqual([
      { kind: 'strong', children: [{ kind: 'text', text: 'Beauftragte*r:' }] },
      { kind: 'text', text: ' ' },
      { kind: 'gap', text: 'Käufer*innen' },
      { kind: 'text', text: ' ' },
      { kind: 'emphasis', children: [{ kind: 'text', text: 'a*b' }] },
    ]);
  });

  it('reads emphasis, code, links, gaps and breaks', () => {
    expect(parseInline('**a** *b* `c` [d](/e) [[f]]\\\ng')).toEqual([
      { kind: 'strong', children: [{ kind: 'text', text: 'a' }] },
      { kind: 'text', text: ' ' },
      { kind: 'emphasis', children: [{ kind: 'text', text: 'b' }] },
      { kind: 'text', text: ' ' },
      { kind: 'code', text: 'c' },
      { kind: 'text', text: ' ' },
      { kind: 'link', href: '/e', children: [{ kind: 'text', text: 'd' }] },
      { kind: 'text', text: ' ' },
      { kind: 'gap', text: 'f' },
      { kind: 'break' },
      { kind: 'text', text: 'g' },
    ]);
  });

  it('makes no link of an address that is not allowed', () => {
    expect(parseInline('[x](javascript:alert`1`)')).not.toContainEqual(expect.objectContaining({ kind: 'link' }));
  });

  it.each([
    ['https://example.org', true],
    ['mailto:a@b.de', true],
    ['tel:+49', true],
    ['/impressum', true],
    ['//evil.example', false],
    ['/\\evil.example', false],
    ['javascript:alert(1)', false],
    ['JaVaScRiPt:alert(1)', false],
    ['data:text/html,x', false],
    ['relative', false],
  ])('%s allowed: %s', (href, allowed) => {
    expect(isAllowedAddress(href)).toBe(allowed);
  });
});
