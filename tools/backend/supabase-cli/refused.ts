/** What keeps a command on the database from passing, and what to do about it. */
export class Refused extends Error {
  override readonly name = 'Refused';
  constructor(
    problem: string,
    readonly remedy: string,
  ) {
    super(problem);
  }
}

/** Runs a command; a refusal is printed as the last lines with exit code 1, any other error keeps its stack trace. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    process.stderr.write(`\n  ${error.message}\n  ${error.remedy}\n\n`);
    process.exitCode = 1;
  }
}
