/** Replaces the shell's `setup/first-screen.ts`: without a first picture in its page, a program renders immediately. */
export const prepareFirstScreen = (): Promise<void> => Promise.resolve();
