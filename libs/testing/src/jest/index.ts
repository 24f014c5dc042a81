/** For jest: mounts a remote's modules with fake ports, and checks them against the contract. */
export { backendOf, type Answers } from './answering-backend';
export { describeRemote, type RemoteUnderTest } from './describe-remote';
export { brokenBackend, emptyDatabase, installBackend, json, type FakeBackend } from './fake-backend';
export { mountModule, type MountedModule } from './mount-module';
export * from '../fake-ports';
export * from '../meeting/examples';
