import type { ReadMeasure } from './asking';
import type { PageRead } from './page-reads';

interface Report {
  readonly reads: readonly PageRead[];
  /** Few rows, then many; null where a read failed. */
  readonly columns: readonly (readonly (ReadMeasure | null)[])[];
  readonly people: number;
  readonly times: readonly [alone: number, together: number];
  readonly machine: string;
}

const ms = (value: number) => (value < 10 ? value.toFixed(1) : value.toFixed(0));
const spread = ({ p50, p95 }: { readonly p50: number; readonly p95: number }) => `${ms(p50)} / ${ms(p95)}`;

/** The report's Markdown. */
export function reportOf({ reads, columns: [few = [], many = []], people, times, machine }: Report): string {
  const rows = reads.map(({ name, by }, index) => {
    const [less, more] = [few[index], many[index]];
    const cells =
      less && more
        ? [
            spread(less.alone),
            spread(more.alone),
            spread(less.together),
            spread(more.together),
            ms(more.together.served),
            ms(more.api),
            ms(more.database),
            ms(more.generator),
            (more.together.bytes / 1024).toFixed(1),
          ]
        : Array.from({ length: 9 }, () => 'failed');
    return `| ${[name, by, ...cells].join(' | ')} |`;
  });
  return [
    '# Reads of the pages over HTTP',
    '',
    `Made by \`npm run reads -w @nemus/bench\` on Node ${process.versions.node}, ${machine}. Every read of every page, sent as the page sends it through the local backend (\`tools/backend\`) to a real PostgreSQL, and read to its end. Milliseconds, p50 / p95. 10³: 1,000 courses, 1,000 enrolments and 100 dates of seminars; 10⁶: 100,000 courses, 1,000,000 enrolments and 10,000 dates with ten people each. The other tables hold up to 20,000 rows in both.`,
    '',
    `_One_: one person sends ${times[0]} requests. _${people}_: ${people} people, each signed in to an account of their own, send the same request at the same time, each ${times[1]} times without a pause. Clients, the API’s process and the database share these cores, so a time with ${people} people is mostly the wait for a turn: about ${people} times the cost of one read, divided by the free cores. "At the API" is the p95 from the API’s receipt of a request to its answer, without the load generator’s own queue. "Processor" is the cost of one read: milliseconds at 10⁶, of the API’s process (one thread of Node; a hosted project has PostgREST instead), of the database, and of the load generator. kB are those of an answer before compression.`,
    '',
    `| Read | Account | One, 10³ | One, 10⁶ | ${people}, 10³ | ${people}, 10⁶ | At the API | Processor: API | Processor: database | Processor: generator | kB |`,
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}
