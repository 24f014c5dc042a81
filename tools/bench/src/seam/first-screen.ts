/** Stands in for the shell's `start/first-screen.ts`: without a first picture in its page, a program draws at once. */
import type { FirstScreen } from '../../../../apps/shell/src/start/first-screen';

export const firstScreen = (): FirstScreen => ({ orPatience: () => Promise.resolve() });
