import { shellBuild } from '@nemus/build';

export default shellBuild(import.meta.dirname);
