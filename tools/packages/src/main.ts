/**
 * `npm run pack -w @nemus/packages -- [folder]`: a tarball of every package that area teams use, by default in
 * `dist/packages`.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { packAll } from './pack';
import { PACKED } from './packed';

// npm runs this in the package's folder; paths in arguments belong to the folder that npm was called from.
process.chdir(process.env['INIT_CWD'] ?? '.');
const ROOT = path.resolve(import.meta.dirname, '../../..');

const folders = PACKED.map(({ folder }) => folder);
const compiler = path.join(ROOT, 'node_modules/.bin/tsc');
// The compiler has said what is wrong.
if (spawnSync(compiler, ['-b', ...folders], { cwd: ROOT, stdio: 'inherit' }).status !== 0) process.exit(1);

try {
  const packed = await packAll(ROOT, path.resolve(process.argv[2] ?? path.join(ROOT, 'dist/packages')));
  for (const { name, version, tarball, bytes, files } of packed) {
    process.stdout.write(`${name} ${version}: ${files.length} files, ${Math.ceil(bytes / 1000)} KB, ${tarball}\n`);
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
