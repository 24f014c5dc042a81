import { StartRefused } from '../src/server/refusal';

/** Runs a command; a refusal is printed as the last lines with exit code 1, any other error keeps its stack trace. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof StartRefused)) throw error;
    process.stderr.write(`\n  ${error.problem}\n  ${error.remedy}\n\n`);
    process.exitCode = 1;
  }
}
