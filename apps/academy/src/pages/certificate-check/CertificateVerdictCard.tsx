import type { CertificateVerdict } from '@nemus/data';
import {
  Alert,
  DefinitionList,
  formatDate,
  formatDateTime,
  formatUnits,
  Stack,
  Surface,
  type AlertTone,
} from '@nemus/ui';
import { LogbookVerdict } from './LogbookVerdict';

type Status = CertificateVerdict['status'];

const TONES: Readonly<Record<Status, AlertTone>> = {
  genuine: 'success',
  revoked: 'error',
  sample: 'warning',
  unknown: 'warning',
};

const KINDS = { completion: 'Zertifikat', attendance: 'Teilnahmebescheinigung', logbook: 'Logbuch' } as const;

/** Whether a certificate is genuine, and what the paper must show. */
export function CertificateVerdictCard({ verdict, asked }: { verdict: CertificateVerdict; asked: string }) {
  const { status, number, certificate, renamed, logbook } = verdict;
  return (
    <Surface padding="large">
      <Stack gap={2.5}>
        <Alert tone={TONES[status]} title={titleOf(verdict)}>
          {WORDS[status]}
        </Alert>
        {certificate === null ? (
          <DefinitionList items={[{ term: 'Nummer', value: number ?? asked }]} />
        ) : (
          <DefinitionList
            items={[
              { term: 'Nummer', value: number ?? asked },
              { term: 'Art', value: KINDS[certificate.kind] },
              { term: 'Ausgestellt für', value: certificate.holder },
              ...(certificate.title === '' ? [] : [{ term: 'Titel', value: certificate.title }]),
              ...(certificate.session === null
                ? []
                : [
                    {
                      term: 'Termin',
                      value: `${formatDateTime(certificate.session.starts_at)} Uhr (${certificate.session.type}, ${certificate.session.format})`,
                    },
                  ]),
              ...(certificate.units === 0 ? [] : [{ term: 'Umfang', value: formatUnits(certificate.units) }]),
              { term: 'Ausgestellt von', value: certificate.issuer },
              ...(certificate.issuer_address === '' ? [] : [{ term: 'Aussteller', value: certificate.issuer_address }]),
              { term: 'Ausgestellt am', value: formatDate(certificate.issued_on) },
            ]}
          />
        )}
        {logbook !== null && <LogbookVerdict logbook={logbook} />}
        {renamed && (
          <Alert tone="info" title="Der Name wurde seitdem geändert.">
            Auf dem Papier steht der Name, der bei der Ausstellung galt. Das Papier bleibt gültig.
          </Alert>
        )}
      </Stack>
    </Surface>
  );
}

/** Names of the paper in a sentence. A revoked one whose account is gone has no kind any more. */
const PAPERS = {
  completion: 'Dieses Zertifikat',
  attendance: 'Diese Teilnahmebescheinigung',
  logbook: 'Dieser Logbuch-Ausdruck',
} as const;

function titleOf({ status, certificate, revoked_at: revokedAt }: CertificateVerdict): string {
  const paper = certificate === null ? 'Dieses Dokument' : PAPERS[certificate.kind];
  switch (status) {
    case 'genuine':
      return `${paper} ist echt.`;
    case 'revoked':
      return `${paper} wurde ${revokedAt === null ? '' : `am ${formatDate(revokedAt)} `}widerrufen.`;
    case 'sample':
      return 'Dieses Dokument gehört zu den Beispieldaten.';
    case 'unknown':
      return 'Diese Nummer ist hier nicht bekannt.';
  }
}

const WORDS: Readonly<Record<Status, string>> = {
  genuine: 'Vergleichen Sie die Angaben mit denen auf dem Papier: Sie müssen übereinstimmen.',
  revoked: 'Es gilt nicht mehr.',
  sample: 'Es bescheinigt nichts.',
  unknown: 'Bitte prüfen Sie, ob Sie alle 16 Zeichen richtig eingegeben haben.',
};
