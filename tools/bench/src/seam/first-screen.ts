/** Stands in for the shell's `setup/first-screen.ts`: without a first picture in its page, a program draws at once. */
import type { FirstScreen } from '../../../../apps/shell/bench/types';

export const NO_SCREEN: FirstScreen = { knownOrTimeout: () => Promise.resolve(), area: () => null };

export const firstScreen = (): FirstScreen => NO_SCREEN;
