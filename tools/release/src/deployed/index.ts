/** The shell that a portal serves to its users, taken from its address. */
export { openDeployedShell, type DeployedConfig, type DeployedShell } from './deployed-shell';
export { readDeployedNames } from './deployed-names';
export { missingInDatabase } from './missing-names';
export { portalOrigin } from './portal-address';
export { isPlainPath, type PortalFile } from './portal-reader';
export { SIGNED, signatureProblems } from './signature-problems';
