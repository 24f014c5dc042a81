import { type Finding, type Tree } from './tree';

const INDEX = 'docs/decisions/README.md';

/** Decision records without number, title or status, and those that the index does not list under their title. */
export function findBadRecords(tree: Tree): Finding[] {
  if (!tree.files.has(INDEX)) return [];
  const index = tree.read(INDEX).split('\n');
  return [...tree.files].flatMap((file) => {
    const [, name = '', number = ''] = /^docs\/decisions\/((\d{4})-.*)$/.exec(file) ?? [];
    if (name === '') return [];
    const text = tree.read(file);
    const [, title = ''] = new RegExp(`^# ${number}: (.+)`).exec(text) ?? [];
    const findings: Finding[] = [];
    if (title === '') findings.push({ file, line: 1, problem: `begins with no "# ${number}: <title>".` });
    if (!/^Status: (proposed|accepted|superseded by|rejected)/m.test(text)) {
      findings.push({ file, line: 3, problem: 'has no line "Status: accepted" (or "superseded by" with a link).' });
    }
    const lines = index.flatMap((line, at) => (line.includes(`](${name})`) ? [{ line, at }] : []));
    if (lines.length !== 1) {
      findings.push({ file, line: 1, problem: `stands ${lines.length} times in ${INDEX}, not once.` });
    }
    for (const { line, at } of lines) {
      if (!line.includes(`| ${title}`)) {
        findings.push({ file: INDEX, line: at + 1, problem: `${number} has the title "${title}".` });
      }
    }
    return findings;
  });
}
