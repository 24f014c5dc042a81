/**
 * Every time limit of the start and of mounting an area: what it limits, and why it has this value. Milliseconds,
 * unless a name ends in `_S` (seconds). This file imports nothing, so that the script in the page's head bundles only
 * what it uses.
 */

/* The page, before the portal's own scripts run. */

/** The page says that loading takes unusually long: longer than a start on a slow line, before a reader gives up. */
export const START_MS = 15_000;
/** `/config.json` and the key file, each: nothing starts without them, and endless loading helps no user. */
export const CONFIG_MS = 12_000;
/** How often a portal that did not reach its server looks again: at first, and at most this rarely. */
export const RECONNECT_MS = { first: 3_000, last: 60_000 } as const;

/* Early requests. */

/** Timeout of an early request, body included; its user then requests again. As long as for any other read. */
export const EARLY_ANSWER_MS = 15_000;
/**
 * Age after which an unused early answer is requested again. Shorter than {@link EARLY_ANSWER_MS} by the time that
 * reading takes, since aborting the request also aborts its body.
 */
export const EARLY_ANSWER_OLD_MS = 12_000;
/** Remaining seconds below which a token is not used for early requests: the session renews it 90 s before its end. */
export const TOKEN_MARGIN_S = 100;
/**
 * Delays, from the moment the area is shown, after which the requests of a page's first screen are recorded: soon,
 * since the page may be left at once, and again later, for slow lines.
 */
export const REMEMBER_AFTER_MS = [50, 200, 1_500] as const;

/* Registry and stop list. */

/** Wait for the store when there is a last known good copy. */
export const REGISTRY_WITH_COPY_MS = 4_000;
/** Wait for the store when there is no copy. */
export const REGISTRY_WITHOUT_COPY_MS = 15_000;
/** The stop list; the registry waits no longer than this for it. */
export const STOP_LIST_MS = 4_000;
/** How long an answer of the store is fresh enough to open one area: the time from menu entry to click. */
export const REGISTRY_FRESH_MS = 2_000;
/** The same for the first area of a visit: on a slow line, the code that draws it comes later than the answer. */
export const REGISTRY_FRESH_AT_START_MS = 10_000;
/** Opening an area waits for the registry: longer than a good connection takes, too short to be noticed. */
export const REGISTRY_WAIT_MS = 700;

/* The first render. */

/**
 * How long the page's first picture stays once the portal could be rendered. Rendering twice costs a slow processor
 * more than this wait, but a silent service must not hide the sign-out button.
 */
export const FIRST_SCREEN_MS = 700;
/**
 * Extra time after a network limit while the processor is still busy with what has arrived. Four times as long as a
 * slow one takes for a dashboard's answers.
 */
export const READING_MS = 300;
/**
 * A sign-in, and an area chosen in the menu, are rendered once their page has requested its data: as long as a slow
 * processor takes for the code of an area whose files have arrived, with a margin. Rendering the frame before the
 * requests costs more than the wait.
 */
export const READS_FIRST_MS = 300;
/** Delay of an area's skeleton: an area that arrives sooner shows none, since a flash would be worse than the wait. */
export const SKELETON_AFTER_MS = 300;
/** A mount waits for the code of its page: longer than a browser's cache takes, too short to be noticed. */
export const PAGE_CODE_MS = 100;
/**
 * A page's first render waits for its data: long enough to read answers that have arrived or come from nearby. On
 * slower lines the page shows its skeletons meanwhile.
 */
export const PAGE_DATA_MS = 60;
/** Prefetched data that no root has used is dropped; the page requests its own. */
export const PAGE_DATA_KEPT_MS = 5_000;
/** The menu's further entries and the code of dialogs come after the area: the moment before belongs to its data. */
export const AFTER_AREA_MS = 1_000;
/** They come at the latest after this time, even if the area does not arrive. */
export const AFTER_AREA_AT_MOST_MS = 10_000;

/* The menu's other areas. */

/** Their first files are requested this long after the first area is shown: its late reads come first. */
export const MENU_FILES_AFTER_MS = 300;

/* The worker of returning visitors. */

/** After the sign-in, or the start with a session: the first screen's requests are done, on a slow line as well. */
export const WORKER_AFTER_MS = 5_000;
/** Minimum time between two reloads for a newer page, in case servers keep disagreeing. */
export const GIVE_WAY_AGAIN_MS = 60_000;

/* The command palette. */

/** Timeout of an area's search, once its code has loaded: the user reads other results meanwhile. */
export const SEARCH_MS = 4_000;
/** Debounce of the search input: one query per word, not per letter. */
export const SEARCH_AFTER_MS = 150;

/* Mounting. */

/** A lazy chunk counts as lost. The bundler's default is two minutes. */
export const CHUNK_MS = 15_000;

/** Time limits of the steps of a mount, and their retries. */
export interface MountLimits {
  /** A release document. */
  readonly documentMs: number;
  /** The list of names that a release uses of the shell; without it the area starts unchecked. */
  readonly usesMs: number;
  /** The container's script. */
  readonly entryMs: number;
  /** Everything between the verified release and the module: entry, chunks, evaluation. */
  readonly loadMs: number;
  /** `bootstrap` and `mount`, each. */
  readonly mountMs: number;
  /** `unmount`. The root leaves the page at once in any case; this limits its clean-up. */
  readonly unmountMs: number;
  /** Finding out why a file could not be loaded. */
  readonly diagnosisMs: number;
  /** Delays before retries after `network` and `http`; their number is the number of retries. */
  readonly retryDelaysMs: readonly number[];
}

/** The limits of every mount; tests have shorter ones. */
export const MOUNT_LIMITS: MountLimits = {
  // A small text: after this time it will not arrive.
  documentMs: 8_000,
  // Loads in parallel with the first scripts, at a hundredth of their size: longer than it takes on a slow line.
  usesMs: 3_000,
  // One script, with the connection to the store.
  entryMs: 12_000,
  // Entry and chunks in parallel, evaluated by a slow processor.
  loadMs: 20_000,
  // An area may be slow; after this time a card with a retry button is better.
  mountMs: 10_000,
  // Nothing waits for it.
  unmountMs: 3_000,
  // The reader sees the failure after it.
  diagnosisMs: 3_000,
  // A connection that recovers soon; more attempts would only delay the failure card.
  retryDelaysMs: [400, 1_600],
};
