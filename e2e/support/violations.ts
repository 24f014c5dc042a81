/** How a violation begins in the console, after {@link reportViolations}. */
export const VIOLATION = 'Violation of a policy:';

/**
 * Runs first in every document, and logs the page's policy reports to the console: browsers log nothing when a script
 * catches the refusal, as a probe for `new Function` does, and nothing that fails a test for report-only policies.
 */
export function reportViolations(violation: string) {
  addEventListener(
    'securitypolicyviolation',
    ({ effectiveDirective, disposition, blockedURI, sourceFile, lineNumber, sample }) => {
      const where = sourceFile ? ` in ${sourceFile}:${lineNumber}` : '';
      console.info(`${violation} ${effectiveDirective} (${disposition}): ${blockedURI}${where} ${sample}`);
    },
    // Before the page's own listeners, which could stop it.
    { capture: true },
  );
  new ReportingObserver(
    (reports) => {
      for (const { type, url, body } of reports) {
        if (type === 'integrity-violation') console.info(`${violation} ${type}: ${JSON.stringify(body)} in ${url}`);
      }
    },
    { buffered: true },
  ).observe();
}
