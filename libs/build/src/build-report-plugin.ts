import type { Compiler } from '@rspack/core';
import type { BuildReport } from './build-report';

/** Tells the parent process about every build, where there is one that listens (`npm run dev`, `nemus-release dev`). */
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
