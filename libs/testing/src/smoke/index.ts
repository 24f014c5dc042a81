/** Smoke test of one remote in the real shell. Needs a running portal; `nx smoke <remote>` starts one. */
export { smokeRemote, type SmokeCheck, type SmokeTarget } from './smoke-remote';
export { accessibilityProblems, collectComplaints } from './page-checks';
