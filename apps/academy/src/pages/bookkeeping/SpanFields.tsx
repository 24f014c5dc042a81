import { DateField, isDay, Row } from '@nemus/ui';
import { spanProblem, type Span } from './financial-years';

/** Whether a span can be exported. */
export const isExportable = (span: Span): boolean =>
  isDay(span.from) && isDay(span.until) && spanProblem(span) === null;

/** Fields for the days of a file. */
export function SpanFields({ span, onChange }: { span: Span; onChange: (span: Span) => void }) {
  const problem = isDay(span.from) && isDay(span.until) ? spanProblem(span) : null;
  return (
    <Row align="end">
      <DateField label="Von" value={span.from} onChange={({ target }) => onChange({ ...span, from: target.value })} />
      <DateField
        label="Bis"
        value={span.until}
        error={problem ?? undefined}
        onChange={({ target }) => onChange({ ...span, until: target.value })}
      />
    </Row>
  );
}
