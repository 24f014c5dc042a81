/**
 * The oldest supported versions, of the engines that people use. Builds compile for them, and
 * `tools/checks/src/browser-floor.test.ts` refuses what they lack.
 */
export const BROWSER_FLOOR = { chrome: 111, edge: 111, firefox: 115, safari: 16.4 } as const;
