import type { SiteReport } from '../../src/pipeline/report.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of a built output, `client/` and `server/` below it. */
    builtSite: string;
    /** What its build printed with `--json`. */
    buildReport: SiteReport;
    /** Folder for what is made once for all tests of a run. */
    sharedFolder: string;
  }
}
