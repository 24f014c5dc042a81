import { javaVersion } from './checkers';
import { readReport } from './html';
import { readResult } from './lighthouse';

it.each([
  ['openjdk version "17.0.15" 2025-04-15\nOpenJDK Runtime Environment', 17],
  ['java version "1.8.0_401"', 8],
  ['openjdk version "25" 2025-09-16', 25],
  ['The operation couldn’t be completed. Unable to locate a Java Runtime.', null],
])('reads the version of Java: %s', (printed, version) => {
  expect(javaVersion(printed)).toBe(version);
});

it('gathers findings of the HTML checker by document, warnings as well', () => {
  const report = {
    messages: [
      { url: 'file:/tmp/x/1.html', type: 'error', message: 'Bad value “560”', extract: '<tspan\n  font-weight="560">' },
      { url: 'file:/tmp/x/1.html', type: 'info', subType: 'warning', message: 'Consider …' },
      {
        url: 'file:/tmp/x/2.html',
        type: 'info',
        subType: 'warning',
        message: 'The “list” role is unnecessary for element “ul”.',
      },
      { type: 'non-document-error', message: 'File not found.' },
    ],
  };
  expect([...readReport(JSON.stringify(report))]).toEqual([
    [1, ['error: Bad value “560” … <tspan font-weight="560">', 'warning: Consider … … ']],
    [-1, ['non-document-error: File not found. … ']],
  ]);
});

describe("Lighthouse's result", () => {
  const category = (title: string, score: number | null) => ({
    title,
    score,
    auditRefs: [{ id: 'contrast', weight: 7 }],
  });
  const result = (scores: readonly (number | null)[]) => ({
    categories: {
      accessibility: category('Accessibility', scores[0] ?? null),
      'best-practices': category('Best Practices', scores[1] ?? null),
      seo: category('SEO', scores[2] ?? null),
    },
    audits: { contrast: { title: 'Contrast', score: scores[0] ?? null } },
  });

  it('finds nothing at a score of 100', () => expect(readResult(result([1, 1, 1]))).toEqual([]));

  it('names what keeps a page below, and what was not measured at all', () => {
    expect(readResult(result([0.99, 1, null]))).toEqual([
      'Accessibility: 99: Contrast (contrast)',
      'SEO: no score: Contrast (contrast)',
    ]);
    expect(readResult({ categories: {}, audits: {} })).toHaveLength(3);
    expect(readResult({ ...result([1, 1, 1]), runtimeError: { message: 'NO_FCP' } })).toEqual([
      'Lighthouse failed: NO_FCP',
    ]);
  });
});
