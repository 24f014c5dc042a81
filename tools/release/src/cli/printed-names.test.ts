import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const FOLDERS = ['tools/release/src', 'tools/create-remote/src', 'apps/shell/src', 'supabase/functions'];
const ROOT = path.resolve(__dirname, '../../../..');
/** Writes a package.json, whose scripts only run installed programs. */
const MANIFEST = 'tools/create-remote/src/standalone/manifest.ts';
const COMMENT = /^\s*(?:\*|\/\/|\/\*)/;
/** Names that anyone may register at npm, as the start of a command. */
const UNSCOPED = /(?<![\w@/.-])(?:nemus-release|nemus create-remote) (?:[a-z]|\$\{)/;

it('prints no command that npx would fetch under a free name', () => {
  const lines = FOLDERS.flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
      .flatMap((file) =>
        readFileSync(path.join(ROOT, folder, file), 'utf8')
          .split('\n')
          .map((text) => ({ file: `${folder}/${file}`, text })),
      ),
  );
  expect(lines.filter(({ text }) => text.includes('npx --no-install @nemus/release')).length).toBeGreaterThan(20);
  const found = lines.filter(({ file, text }) => file !== MANIFEST && UNSCOPED.test(text) && !COMMENT.test(text));
  expect(found).toEqual([]);
});
