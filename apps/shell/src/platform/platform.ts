/** What reading the registry, asking the backend and opening areas takes: a chunk of its own, see `load-platform.ts`. */
import { provided } from '@nemus/build/provided';
import { federationHost } from '@nemus/loader';

export { createDataClient } from '@nemus/data';
export { createLoader } from '@nemus/loader';
export { createPrepareFirstPage } from './prepare-first-page';
export { createPrepareMenu } from './prepare-menu';
export { digestOf, openRegistry, openStopList, readAccepted, unchangedSpan } from '@nemus/registry';

/** Containers by Module Federation, with everything that exists once in the page. */
export const containerHost = () => federationHost(provided);
