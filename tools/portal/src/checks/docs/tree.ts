import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The files of the repository, by paths with slashes from its root. */
export interface Tree {
  readonly files: ReadonlySet<string>;
  readonly folders: ReadonlySet<string>;
  readonly read: (file: string) => string;
}

/** A false statement in a document; lines count from 1. */
export interface Finding {
  readonly file: string;
  readonly line: number;
  readonly problem: string;
}

/** A tree of given files. */
function treeOf(names: Iterable<string>, read: (file: string) => string): Tree {
  const files = new Set(names);
  const folders = new Set(['.']);
  for (const file of files) {
    for (let folder = path.posix.dirname(file); folder !== '.'; folder = path.posix.dirname(folder))
      folders.add(folder);
  }
  return { files, folders, read };
}

/** Tracked files, and those that the next commit could add. */
export function repositoryTree(root: string): Tree {
  const names = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file !== '' && existsSync(path.join(root, file)));
  return treeOf(names, (file) => readFileSync(path.join(root, file), 'utf8'));
}

/** Whether a path names a file or a folder. */
export function has({ files, folders }: Tree, name: string): boolean {
  const plain = name.replace(/\/$/, '');
  return files.has(plain) || folders.has(plain);
}
