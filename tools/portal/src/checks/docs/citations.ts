import path from 'node:path';
import type { Finding, Tree } from './tree';

const FOLDER = 'docs/specification';
const DEFINED = /^- \*\*S-(\d+)\.(\d+)\*\* /;
const CITED = /\bS-\d+\.\d+\b/g;
/** How documents outside of the repository used to be cited; "§" alone is the law's. */
const OUTSIDE = /\bspecification,? §|\bspecification \(§|\bdecisions? (?:row )?\d{1,3}(?!\d)/i;
const RECORD = /\bdecision record (\d{4})\b/g;

/** Reads what the specification promises; also finds what it defines twice, or in the wrong file. */
export function readPromises(tree: Tree): { readonly promises: ReadonlySet<string>; readonly findings: Finding[] } {
  const promises = new Set<string>();
  const findings: Finding[] = [];
  for (const file of tree.files) {
    if (path.posix.dirname(file) !== FOLDER) continue;
    const number = Number.parseInt(path.posix.basename(file), 10);
    for (const [index, text] of tree.read(file).split('\n').entries()) {
      const [, room = '', promise = ''] = DEFINED.exec(text) ?? [];
      if (room === '') continue;
      const name = `S-${room}.${promise}`;
      const line = index + 1;
      if (Number(room) !== number)
        findings.push({ file, line, problem: `${name} does not belong into file ${number}.` });
      if (promises.has(name)) findings.push({ file, line, problem: `${name} is defined a second time.` });
      promises.add(name);
    }
  }
  return { promises, findings };
}

/** Citations in a file that lead nowhere: of the specification, of a decision record, or out of the repository. */
export function findDanglingCitations(file: string, tree: Tree, promises: ReadonlySet<string>): Finding[] {
  const records = new Set(
    [...tree.files].flatMap((name) => /^docs\/decisions\/(\d{4})-/.exec(name)?.slice(1, 2) ?? []),
  );
  return tree
    .read(file)
    .split('\n')
    .flatMap((text, index) => {
      const problems = [...text.matchAll(CITED)]
        .filter(([name]) => !promises.has(name))
        .map(([name]) => `${name} is not in ${FOLDER}.`);
      for (const [cited, number = ''] of text.matchAll(RECORD)) {
        if (!records.has(number)) problems.push(`there is no ${cited} in docs/decisions.`);
      }
      const [outside] = OUTSIDE.exec(text) ?? [];
      if (outside !== undefined) {
        problems.push(`"${outside.trim()}" leads out of the repository; cite ${FOLDER} (S-1.2) or a decision record.`);
      }
      return problems.map((problem) => ({ file, line: index + 1, problem }));
    });
}
