import { findDanglingCitations, readPromises } from './citations';
import { findBadCommands, type Callable } from './commands';
import { findDeadLinks } from './links';
import { readDocument } from './markdown';
import { findMissingPaths } from './paths';
import { findBadRecords } from './records';
import { type Finding, type Tree } from './tree';

/** Files whose text can cite something. */
const CITING = /\.(ts|tsx|mts|mjs|cjs|sql|md|html|css|toml|ya?ml|tmpl|sh)$/;
/** Pages of the portal, in German, with addresses of the portal. */
const PAGES = /^apps\/shell\/public\/content\//;

/** A document that the generator writes into a new area's folder: its links are relative to that folder. */
const TEMPLATE = 'tools/create-remote/template/README.md.tmpl';
const WRITTEN_TO = 'apps/new-area/README.md';

function findDeadLinksOfTemplate(tree: Tree): Finding[] {
  if (!tree.files.has(TEMPLATE)) return [];
  return findDeadLinks(WRITTEN_TO, readDocument(tree.read(TEMPLATE)), tree).map((found) => ({
    ...found,
    file: TEMPLATE,
  }));
}

/** Everything wrong in the documents' and comments' statements about the repository. */
export function checkDocs(
  tree: Tree,
  callable: Callable,
): { readonly documents: number; readonly findings: readonly Finding[] } {
  const { promises, findings } = readPromises(tree);
  const citing = [...tree.files].filter((file) => CITING.test(file));
  const documents = citing.filter((file) => file.endsWith('.md') && !PAGES.test(file));
  return {
    documents: documents.length,
    findings: [
      ...findings,
      ...citing.flatMap((file) => findDanglingCitations(file, tree, promises)),
      ...documents.flatMap((file) => {
        const document = readDocument(tree.read(file));
        return [
          ...findDeadLinks(file, document, tree),
          ...findMissingPaths(file, document, tree),
          ...findBadCommands(file, document, callable),
        ];
      }),
      ...findDeadLinksOfTemplate(tree),
      ...findBadRecords(tree),
    ],
  };
}
