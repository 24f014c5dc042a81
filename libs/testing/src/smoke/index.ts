/** Smoke test of one remote in the real shell. Needs a running portal; `nx smoke <remote>` starts one. */
export { smokeRemote, type SmokeAccount, type SmokeCheck, type SmokeTarget } from './smoke-remote';
export { accessibilityProblems, collectComplaints } from './page-checks';
export { openSmokeBrowser } from './browser';
export { restrictedNetworkFlags, restrictNetwork } from './restrict-network';
export { mockResponses, type MockResponse } from './mock-responses';
