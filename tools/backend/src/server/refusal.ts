/**
 * Why the backend does not start: the problem in one sentence and what to do about it in another. Its message is
 * meant for a terminal, as it stands.
 */
export class StartRefused extends Error {
  override readonly name = 'StartRefused';
  readonly problem: string;
  readonly remedy: string;

  constructor(problem: string, remedy: string, options?: { cause?: unknown }) {
    super(`${problem} ${remedy}`, options);
    this.problem = problem;
    this.remedy = remedy;
  }
}
