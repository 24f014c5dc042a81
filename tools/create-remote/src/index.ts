/** The generator for new areas. */
export { createRemote, type CreatedRemote } from './create';
export { completeRequest, CreationRefused, type CreateRequest } from './request';
export { readVersions, VERSIONS_FILE, type Versions } from './standalone/versions';
