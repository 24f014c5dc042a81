/**
 * Every time limit of the start and of mounting an area: what it limits, and why it has this value. Milliseconds,
 * unless a name ends in `_S` (seconds). This file imports nothing, so that the script in the page's head takes from it
 * only what it names.
 */

/* The page, before the portal's own scripts run. */

/** The page says that loading takes unusually long: longer than a start on a slow line, before a reader gives up. */
export const START_MS = 15_000;
/** `/config.json` and the file of keys, each: without them nothing starts, and a page that loads for ever helps nobody. */
export const CONFIG_MS = 12_000;

/* What is asked for early. */

/** An early request is given up, its body included; whoever needs the answer asks again. As long as any other read. */
export const EARLY_ANSWER_MS = 15_000;
/**
 * Since it was asked for: an early answer that nobody has taken by then is asked for anew. Shorter than
 * {@link EARLY_ANSWER_MS} by the time that reading it takes: with its request, its body is given up as well.
 */
export const EARLY_ANSWER_OLD_MS = 12_000;
/** Seconds before its end at which a token is not used for early requests: the session renews it 90 s before. */
export const TOKEN_MARGIN_S = 100;
/**
 * Pauses after which it is noted what a page's first screen was made of, counted from the moment its area stands: soon,
 * since the page may be left at once, and again, since a slow line takes its time.
 */
export const REMEMBER_AFTER_MS = [50, 200, 1_500] as const;

/* Registry and stop list. */

/** The store's answer when there is a last known good copy to go on with. */
export const REGISTRY_WITH_COPY_MS = 4_000;
/** The store's answer when there is no copy: it is that or nothing. */
export const REGISTRY_WITHOUT_COPY_MS = 15_000;
/** The stop list; the registry is not held back longer than this for it. */
export const STOP_LIST_MS = 4_000;
/** An answer of the store is good for opening one area without asking again: the way from menu entry to click. */
export const REGISTRY_FRESH_MS = 2_000;
/** The same for the first area of a visit: on a slow line, the code that draws it comes later than the answer. */
export const REGISTRY_FRESH_AT_START_MS = 10_000;
/** Opening an area waits for the registry: longer than a good connection takes, too short to be felt as a wait. */
export const REGISTRY_WAIT_MS = 700;

/* The first drawing. */

/**
 * The page's first picture stands alone once the portal could be drawn: drawing twice costs a slow processor more than
 * this wait, and a service that does not answer must not hide the way out.
 */
export const FIRST_SCREEN_MS = 700;
/**
 * The frame waits for an area that is drawn ahead of it, from when it could be drawn itself, and again for its drawing
 * once it could be drawn: as long as a slow processor takes, and short enough that nobody looks for the menu.
 */
export const FIRST_AREA_MS = 300;
/**
 * After a sign-in, the frame waits this long for the profile and the data of the page that is to be drawn ahead of it,
 * from when the page has asked: two round trips of a slow line. A frame that is drawn meanwhile is drawn again with the
 * profile, ahead of the page; the picture of a frame stands in its place.
 */
export const SIGNED_IN_AREA_MS = 600;
/**
 * What has come is still being read: so much longer a limit for what comes over the line waits for a processor that is
 * busy. Four times as long as a slow one takes for a dashboard's answers.
 */
export const READING_MS = 300;
/**
 * The data of an area that is to be drawn ahead of the frame, since its code is there: as long as it takes to read
 * answers that have come. Shorter than {@link PAGE_DATA_MS}: what comes later is no reason to keep the menu back.
 */
export const FIRST_AREA_DATA_MS = 55;
/**
 * A sign-in is drawn once the page that it leads to has asked for its data: as long as a slow processor takes for the
 * code of an area whose files are there, with a margin: a frame drawn ahead of the questions costs more than the wait.
 */
export const SIGN_IN_DRAWN_MS = 300;
/** An area's skeleton is shown: an area that arrives sooner shows none, since a flash would be worse than the wait. */
export const SKELETON_AFTER_MS = 300;
/** A mount waits for the code of its page: longer than a browser's cache takes, too short to be felt as a wait. */
export const PAGE_CODE_MS = 100;
/**
 * A page's first drawing waits for its data: as long as it takes to read answers that are there already, or that come
 * from near by. Whoever has to wait longer sees the page with its skeletons meanwhile.
 */
export const PAGE_DATA_MS = 60;
/** Data that was asked for ahead and that no root has taken is dropped; the page asks for its own. */
export const PAGE_DATA_KEPT_MS = 5_000;
/** The menu's further entries are drawn after the area stands: the moment before belongs to the area's data. */
export const MENU_AFTER_AREA_MS = 1_000;
/** The menu's further entries are drawn in any case: an area that does not come keeps nobody from the menu. */
export const MENU_AT_MOST_MS = 10_000;

/* The menu's other areas. */

/**
 * The pointer, or the focus, stays on an entry of the menu: longer than it is on an entry that it passes, and shorter
 * than it is before somebody clicks.
 */
export const AREA_REST_MS = 80;
/** An area is asked for its data no sooner again without having been opened: a pointer that plays is no wish. */
export const AREA_AHEAD_AGAIN_MS = 30_000;

/** What they begin with is asked for this long after the first area stands: its late reads go first. */
export const MENU_FILES_AFTER_MS = 300;

/* The worker of returning visitors. */

/** After the sign-in, or the start with a session: the first screen's requests are over, on a slow line as well. */
export const WORKER_AFTER_MS = 5_000;
/** A page gives way to a newer one no sooner than this after the last time: servers whose answers never agree. */
export const GIVE_WAY_AGAIN_MS = 60_000;

/* The command palette. */

/** An area's search answers, its code being there: whoever types reads what the others have found meanwhile. */
export const SEARCH_MS = 4_000;
/** Typing rests this long before areas are asked: one question per word, not per letter. */
export const SEARCH_AFTER_MS = 150;

/* Mounting. */

/** A lazy chunk counts as lost. The bundler's default is two minutes of silence. */
export const CHUNK_MS = 15_000;

/** How long the steps of a mount may take, and how often they are tried again. */
export interface MountLimits {
  /** A release document. */
  readonly documentMs: number;
  /** What a release says it uses of the shell; an area starts without the comparison after that. */
  readonly usesMs: number;
  /** The container's script. */
  readonly entryMs: number;
  /** Everything between the verified release and the module: entry, chunks, evaluation. */
  readonly loadMs: number;
  /** `bootstrap` and `mount`, each. */
  readonly mountMs: number;
  /** `unmount`. The root leaves the page at once in any case; this is how long its clean-up may go on. */
  readonly unmountMs: number;
  /** Finding out why a file could not be loaded. */
  readonly diagnosisMs: number;
  /** Waits before the further attempts after `network` and `http`; their number is the number of attempts. */
  readonly retryDelaysMs: readonly number[];
}

/** The limits of every mount; tests have shorter ones. */
export const MOUNT_LIMITS: MountLimits = {
  // A small text: what takes longer will not come.
  documentMs: 8_000,
  // It comes beside the first scripts, and is a hundredth of them: longer than it takes on a slow line.
  usesMs: 3_000,
  // One script, with the connection to the store.
  entryMs: 12_000,
  // Entry and chunks beside each other, and a slow processor that evaluates them.
  loadMs: 20_000,
  // An area may be slow; a reader who waits longer is better served by a card that offers another try.
  mountMs: 10_000,
  // Nobody waits for it.
  unmountMs: 3_000,
  // The reader sees the failure after it.
  diagnosisMs: 3_000,
  // A connection that comes back soon; more attempts would only put off the failure card.
  retryDelaysMs: [400, 1_600],
};
