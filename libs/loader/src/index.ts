/** Loads, verifies and mounts remotes. Headless: the shell renders the states. */
export { createLoader, type Access, type AreaHandle, type Loader, type LoaderOptions, type NextPage } from './loader';
export { federationHost, type ProvidedSources } from './federation-host';
export type { ContainerHost, ContainerRequest } from './container-host';
export type { Offer, SearchQuestion } from './palette';
export type { AreaSource } from './load-target';
export type { AreaPhase, AreaState } from './state';
export type { RemoteStatus } from './status-board';
export type { TrustedFile } from './trusted-files';
export type { LoaderEvent, TelemetrySink } from './telemetry';
