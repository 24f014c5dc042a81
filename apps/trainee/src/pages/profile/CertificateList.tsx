import { useQuery } from '@tanstack/react-query';
import { QueryPart, useDataClient } from '@nemus/area';
import { useSession } from '@nemus/contract/react';
import { certificatesQuery, type Certificate } from '@nemus/data';
import {
  Button,
  Card,
  Chip,
  EmptyState,
  formatDate,
  formatUnits,
  Row,
  SampleChip,
  ScreenOnly,
  SkeletonCard,
  Stack,
  Text,
} from '@nemus/ui';
import { certificateKind } from '../../certificates/certificate-content';
import { useCertificateFile } from '../../certificates/useCertificateFile';

/** The certificates of the account, each as a PDF. */
export function CertificateList() {
  const { userId } = useSession();
  const certificates = useQuery(certificatesQuery(useDataClient(), userId));
  return (
    <QueryPart query={certificates} title="Ihre Zertifikate" loading={<SkeletonCard lines={4} />}>
      {(rows) => (
        <Card level={2} title="Zertifikate">
          {rows.length === 0 ? (
            <EmptyState icon="trophy" title="Noch keine Zertifikate">
              Wenn Sie einen Kurs abschließen oder an einem Termin teilnehmen, liegt die Bescheinigung hier bereit.
            </EmptyState>
          ) : (
            <Stack as="ul" gap={2} sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
              {rows.map((certificate) => (
                <CertificateEntry key={certificate.id} certificate={certificate} />
              ))}
            </Stack>
          )}
        </Card>
      )}
    </QueryPart>
  );
}

function CertificateEntry({ certificate }: { certificate: Certificate }) {
  const file = useCertificateFile();
  return (
    <Row as="li" justify="between" align="start" gap={1.5}>
      <Stack gap={0.25} sx={{ flex: '1 1 14rem' }}>
        <Text strong>{certificate.title}</Text>
        <Row gap={0.75}>
          <Chip>{certificateKind(certificate)}</Chip>
          {certificate.is_sample && <SampleChip />}
          {certificate.revoked_at !== null && (
            <Chip tone="error">{`Widerrufen am ${formatDate(certificate.revoked_at)}`}</Chip>
          )}
        </Row>
        <Text variant="small" tone="muted">
          {[certificate.issuer, certificate.units > 0 && formatUnits(certificate.units)].filter(Boolean).join(' · ')}
        </Text>
        <Text variant="small" tone="muted" numeric>
          {formatDate(certificate.issued_on)} · Nr. {certificate.number}
        </Text>
      </Stack>
      <ScreenOnly>
        <Button
          icon="pdf"
          size="small"
          loading={file.isPending}
          aria-label={`PDF herunterladen: ${certificate.title}`}
          onClick={() => file.mutate(certificate)}
        >
          PDF herunterladen
        </Button>
      </ScreenOnly>
    </Row>
  );
}
