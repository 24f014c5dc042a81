/** Code for pages that open without a connection: a separate chunk, see `load-platform.ts`. */
export { storeReads } from '@nemus/host/device/store-reads';
export { startFromDevice } from './start-from-device';
