import { memo } from 'react';
import {
  attributeWords,
  COMPETENCY_LABELS,
  formatMinutes,
  HOUR_CATEGORY_LABELS,
  COMPETENCY_LEVEL_LABELS,
  type InboxEntry,
} from '@nemus/data';
import { Box, Checkbox, formatDate, formatDays, Row, Stack, Text } from '@nemus/ui';
import { CertificateFileButton } from '../../certificates/CertificateFileButton';

/** An entry of the inbox, to be selected. One of up to a hundred: renders only when it changes. */
export const EntryLine = memo(function EntryLine({
  entry,
  selected,
  onSelect,
}: {
  entry: InboxEntry;
  selected: boolean;
  /** Stable by identity. */
  onSelect: (ids: readonly string[], selected: boolean) => void;
}) {
  const { certificate } = entry;
  const details = [
    ...(certificate === null
      ? []
      : [`Zertifikat von ${certificate.issuer}`, formatDays(certificate.started_on ?? entry.done_on, entry.done_on)]),
    entry.competency === null
      ? null
      : `${COMPETENCY_LABELS[entry.competency]}${entry.level === null ? '' : `, ${COMPETENCY_LEVEL_LABELS[entry.level]}`}`,
    ...attributeWords(entry.attributes),
    entry.site,
    entry.case === null ? null : `Fall ${entry.case}`,
  ].filter((part) => part !== null);
  return (
    <Stack as="li" gap={0}>
      <Checkbox
        label={
          <span>
            {formatDate(entry.done_on)}: {HOUR_CATEGORY_LABELS[entry.category]}, {formatMinutes(entry.minutes)}
          </span>
        }
        checked={selected}
        onChange={({ target }) => onSelect([entry.id], target.checked)}
      />
      <Box sx={{ paddingInlineStart: 4 }}>
        <Stack gap={0.25}>
          {details.length > 0 && (
            <Text variant="small" tone="muted">
              {details.join(' · ')}
            </Text>
          )}
          {entry.note !== '' && (
            <Text variant="small" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              {entry.note}
            </Text>
          )}
          {certificate !== null && (
            <Row gap={1}>
              {certificate.file === null ? (
                <Text variant="small">
                  {entry.is_linked
                    ? 'Die Datei sieht nur die benannte Person. Sie kann das Zertifikat bestätigen.'
                    : 'Das Zertifikat können Sie nur noch zurückgeben, und die Datei nicht mehr öffnen.'}
                </Text>
              ) : (
                <CertificateFileButton file={certificate.file} title={entry.note} />
              )}
              {certificate.is_before_training && (
                <Text variant="small" strong>
                  Vor Beginn der Weiterbildung
                </Text>
              )}
            </Row>
          )}
          {entry.is_imported && (
            <Text variant="small" tone="muted">
              Aus einer Liste übernommen
            </Text>
          )}
          {entry.corrects !== null && (
            <Text variant="small" strong>
              Berichtigt den bestätigten Eintrag vom {formatDate(entry.corrects.done_on)}:{' '}
              {HOUR_CATEGORY_LABELS[entry.corrects.category]}, {formatMinutes(entry.corrects.minutes)}
            </Text>
          )}
          {entry.as_deputy && (
            <Text variant="small" strong>
              In Vertretung für {entry.confirmer}
            </Text>
          )}
        </Stack>
      </Box>
    </Stack>
  );
});
