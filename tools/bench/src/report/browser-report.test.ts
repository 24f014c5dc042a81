import { browserReport, reportName } from './browser-report';
import { Results } from './results';

const reportBy = (protocol: 'h2' | 'http1') => {
  const results = new Results();
  for (const name of ['portal', 'monolith']) results.note('slow', 'piw', 'cold', name, { ready: 3_000 });
  return browserReport(results, { names: ['portal', 'monolith'], runs: 1, protocol });
};

it('says in page, chart and summary by which protocol it was measured', () => {
  for (const [protocol, title, other] of [
    ['h2', 'HTTP/2', 'HTTP/1.1'],
    ['http1', 'HTTP/1.1', 'HTTP/2'],
  ] as const) {
    const { markdown, chart, summary } = reportBy(protocol);
    for (const text of [markdown, chart, summary]) {
      expect(text).toContain(title);
      expect(text).not.toContain(other);
    }
  }
});

it('names files of its own, and the command that makes them', () => {
  expect([reportName('h2'), reportName('http1')]).toEqual(['browser', 'browser-http1']);
  const { markdown } = reportBy('http1');
  expect(markdown).toContain('`npm run bench -- --protocol http1`');
  expect(markdown).toContain('(browser-http1.json)');
  expect(markdown).toContain('(browser-http1.svg)');
  expect(reportBy('h2').markdown).toContain('`npm run bench`');
});
