import type { Compiler } from '@rspack/core';
import type { BuildReport } from './build-report';

/** Reports every build to the parent process, if there is one (`npm run dev`, `nemus-release dev`). */
export class BuildReportPlugin {
  apply(compiler: Compiler) {
    compiler.hooks.done.tap('BuildReportPlugin', (stats) => {
      const report: BuildReport = {
        ok: !stats.hasErrors(),
        ms: (stats.endTime ?? 0) - (stats.startTime ?? 0),
        problems: stats.hasErrors() ? stats.toString({ preset: 'errors-only', colors: false }) : '',
      };
      process.send?.(report);
    });
  }
}
