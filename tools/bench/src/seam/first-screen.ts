/** Replaces the shell's `setup/first-screen.ts`: without a first picture in its page, a program renders immediately. */
import type { FirstScreen } from '../../../../apps/shell/bench/types';

export const NO_SCREEN: FirstScreen = { knownOrTimeout: () => Promise.resolve(), area: () => null };

export const firstScreen = (): FirstScreen => NO_SCREEN;
