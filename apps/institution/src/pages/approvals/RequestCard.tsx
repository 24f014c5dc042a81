import type { ReactNode } from 'react';
import type { BookingRequest } from '@nemus/data';
import { Card, DefinitionList, formatDate, formatDateTime, StatusChip } from '@nemus/ui';
import { byWhom, costWithChange, REQUEST_STATES } from './request-words';

/** A requested booking: course, people, cost and result. */
export function RequestCard({ request, footer }: { request: BookingRequest; footer?: ReactNode }) {
  const { text, tone } = REQUEST_STATES[request.state];
  return (
    <Card
      as="li"
      level={2}
      title={request.course_name}
      aside={<StatusChip tone={tone}>{text}</StatusChip>}
      footer={footer}
    >
      <DefinitionList
        dense
        items={[
          { term: 'Teilnehmende', value: request.trainees.map(({ name }) => name).join(', ') },
          ...(request.starts_on === null ? [] : [{ term: 'Erster Kurstag', value: formatDate(request.starts_on) }]),
          ...(request.date_starts_at === null
            ? []
            : [{ term: 'Termin', value: formatDateTime(request.date_starts_at) }]),
          { term: 'Kosten', value: costWithChange(request) },
          { term: 'Angefragt von', value: byWhom(request.requested_by, request.requested_at) },
          ...(request.note === '' ? [] : [{ term: 'Begründung', value: request.note }]),
          ...(request.decided_at === null
            ? []
            : [{ term: 'Entschieden von', value: byWhom(request.decided_by, request.decided_at) }]),
          ...(request.reason === '' ? [] : [{ term: 'Grund', value: request.reason }]),
          ...(request.state === 'approved' && request.expires_at !== null
            ? [{ term: 'Zahlbar bis', value: formatDate(request.expires_at) }]
            : []),
        ]}
      />
    </Card>
  );
}
