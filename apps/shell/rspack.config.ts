import { shellBuild } from '@nemus/build';

export default shellBuild(import.meta.dirname, {
  accountChunk: 'platform',
  // Bytes, brotli, a little above what there is. Of what areas add, 166,000 make documents (pdf-lib) and come with the first one.
  budget: { start: 282_000, areas: 190_000, total: 510_000 },
});
