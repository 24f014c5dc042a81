/** Releases of areas: pack, check, publish, promote and everything after it. The command line is a thin layer above. */
export { Refusal, type RefusalCode } from './refusal';
export { openFileStore } from './store/file-store';
export { openS3Store } from './store/s3-store';
export { openSupabaseStore, supabaseStoreUrl, type SupabaseStoreOptions } from './store/supabase-store';
export { STORE_LOG, type ReleaseStore } from './store/store';
export type { AuditLine } from './store/audit';
export { openPacked, openPublished, publishedVersions, type ReleaseFiles } from './release-files';
export { shellOfFile, shellOfWorkspace } from './shell-facts';
export { checkRelease, measureSize, type Finding, type ShellFacts } from './checks';
export { packRelease, type SignerFor } from './pack';
export { publishRelease, type PublishResult } from './publish';
export { promoteRelease, renewEntry, rollbackRelease, type PromoteRequest, type RollbackRequest } from './promote';
export { setCanary, stepCanary, stopCanary, type CanaryRequest } from './canary';
export { disableRemote, enableRemote, retireRemote } from './switch';
export { shipRelease, shipReleases, type ShipRequest, type ShipResult } from './ship';
export { readCurrent, type ChangeResult } from './change';
export type { ChangeRequest } from './change-request';
export { verifyEnvironment, type VerifyRequest, type VerifyResult } from './verify';
export { readStatus, type EnvironmentStatus, type RemoteStatus } from './status';
export {
  generateKey,
  namedKeysFile,
  openKey,
  readOperatorKeys,
  readTrustedKeys,
  trustedKeyOf,
  type KeyFile,
} from './keys';
export { KEYS_FOLDER, localOperator, localSigner, localTrust } from './local-keys';
export { haltCanary, readStops, renewStops, startArea, stopArea, type StopRequest, type StopResult } from './stops';
export type { RemoteFigures } from './figures';
export {
  figuresReader,
  judgeCanaries,
  readFigures,
  tellEntries,
  watchCanaries,
  type FiguresSource,
  type WatchRequest,
} from './health';
export { contentTypeOf, FILE_TYPES, isText } from './store/delivery';
export { openReleaseAt } from './stage';
export { deployShell, POLICY_FILE, policyText, SHARED_FILES, SHARES_FOLDER } from './shell/deploy-shell';
export { SHELL, shellEnvironment } from './shell/shell-release';
