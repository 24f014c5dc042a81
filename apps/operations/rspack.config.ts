import { remoteBuild } from '@nemus/build';

export default remoteBuild(import.meta.dirname);
