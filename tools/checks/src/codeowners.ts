/** `npm run write-codeowners -w @nemus/checks`: writes `.github/CODEOWNERS` from the declarations of the areas. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { codeowners } from '../../create-remote/src/codeowners';
import { readNeighbours } from '../../create-remote/src/neighbours';

const ROOT = path.resolve(import.meta.dirname, '../../..');
writeFileSync(path.join(ROOT, '.github/CODEOWNERS'), codeowners(await readNeighbours(ROOT)));
