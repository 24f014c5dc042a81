import type { Figures } from './figures.ts';

type Labels = Readonly<Record<string, string>>;
type Sample = readonly [labels: Labels, value: number];

const escaped = (value: string) =>
  value
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('"', String.raw`\"`)
    .replaceAll('\n', String.raw`\n`);

/** A gauge in the text format of Prometheus; without samples nothing, as for something that was not measured. */
function gauge(name: string, help: string, samples: readonly Sample[]): string {
  if (samples.length === 0) return '';
  const lines = samples.map(([labels, value]) => {
    const named = Object.entries(labels).map(([key, text]) => `${key}="${escaped(text)}"`);
    return `${name}${named.length > 0 ? `{${named.join(',')}}` : ''} ${value}\n`;
  });
  return `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${lines.join('')}`;
}

/** All metrics (docs/monitoring.md). None names an account, an address or a text of a user. */
export function metricsText({ database, store, signatures, missing }: Figures, now: Date): string {
  const { queues = [], jobs = [], refunds, reports = [] } = database ?? {};
  const areas = (kind: string): readonly Sample[] =>
    reports
      .filter((report) => report.kind === kind)
      .map(({ environment, remote, version, name, detail, times }) => [
        { environment, area: remote, version, name, ...(kind === 'start' && { up_to_ms: detail }) },
        times,
      ]);
  return [
    gauge('nemus_database_answers', 'Whether the database answers.', [[{}, database ? 1 : 0]]),
    gauge(
      'nemus_store_answers',
      'Whether the release store answers.',
      store === undefined ? [] : [[{}, store ? 1 : 0]],
    ),
    gauge(
      'nemus_mails_waiting',
      'Due and unsent.',
      queues.map(({ queue, waiting }) => [{ queue }, waiting]),
    ),
    gauge(
      'nemus_mails_failed',
      'Given up within a day.',
      queues.map(({ queue, failed }) => [{ queue }, failed]),
    ),
    gauge(
      'nemus_mails_oldest_seconds',
      'How long the oldest one is due.',
      queues.map(({ queue, oldest_seconds }) => [{ queue }, oldest_seconds]),
    ),
    gauge(
      'nemus_job_late_seconds',
      'Since a job missed two of its times.',
      jobs.map(({ job, late_seconds }) => [{ job }, late_seconds]),
    ),
    gauge('nemus_items_set_aside', 'Items that jobs failed for.', database ? [[{}, database.set_aside]] : []),
    gauge('nemus_refunds_owed', 'Refunds not yet settled.', refunds ? [[{}, refunds.owed]] : []),
    gauge('nemus_refunds_owed_cents', 'Their sum.', refunds ? [[{}, refunds.cents]] : []),
    gauge(
      'nemus_refunds_held',
      'Refunds that failed at the provider and wait for staff.',
      refunds ? [[{}, refunds.held]] : [],
    ),
    gauge(
      'nemus_refunds_oldest_seconds',
      'How long the oldest one is owed.',
      refunds ? [[{}, refunds.oldest_seconds]] : [],
    ),
    gauge('nemus_area_starts', 'Starts in this hour and the one before, by time.', areas('start')),
    gauge('nemus_area_failures', 'Areas not shown, in this hour and the one before.', areas('failure')),
    gauge('nemus_area_errors', 'Errors in areas, in this hour and the one before.', areas('error')),
    gauge(
      'nemus_signature_seconds_left',
      'Until browsers refuse an entry; area="*": the stop list.',
      signatures.map(({ environment, remote, expires_at }) => [
        { environment, area: remote },
        Math.round((Date.parse(expires_at) - now.getTime()) / 1000),
      ]),
    ),
    gauge(
      'nemus_setting_missing',
      'Settings whose part of the portal is off.',
      missing.map((setting) => [{ setting }, 1]),
    ),
  ].join('');
}
