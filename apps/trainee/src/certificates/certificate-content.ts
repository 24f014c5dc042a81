import { COMPETENCY_LABELS, type Certificate } from '@nemus/data';
import { formatDate, formatUnits } from '@nemus/ui';
import { formatPeriod } from '../appointments/parts';
import type { CertificateContent } from './certificate-pdf';

const HEADINGS: Readonly<Record<Certificate['kind'], string>> = {
  completion: 'Zertifikat',
  attendance: 'Teilnahmebescheinigung',
};
const DEEDS: Readonly<Record<Certificate['kind'], string>> = {
  completion: 'erfolgreich teilgenommen hat an',
  // It only certifies attendance.
  attendance: 'teilgenommen hat an',
};
const VALIDITY: Readonly<Record<Certificate['kind'], string>> = {
  completion: 'Dieses Zertifikat wurde maschinell erstellt und ist ohne Unterschrift gültig.',
  attendance: 'Diese Bescheinigung wurde maschinell erstellt und ist ohne Unterschrift gültig.',
};

/** Kind of certificate: "Teilnahmebescheinigung". */
export const certificateKind = ({ kind }: Certificate): string => HEADINGS[kind];

/** Numbers that the portal drew can be verified; older ones and those of other issuers can not. */
const isDrawn = (number: string) => /^(?:[0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/.test(number);

function headingOf({ kind, is_sample: isSample, revoked_at: revokedAt }: Certificate): string {
  if (revokedAt !== null) return `Widerrufen: ${HEADINGS[kind]}`;
  return isSample ? `Beispiel: ${HEADINGS[kind]}` : HEADINGS[kind];
}

function validityOf({ kind, is_sample: isSample, revoked_at: revokedAt }: Certificate): string {
  if (revokedAt !== null) return `Dieses Dokument wurde am ${formatDate(revokedAt)} widerrufen und gilt nicht mehr.`;
  return isSample ? 'Dieses Dokument gehört zu den Beispieldaten und bescheinigt nichts.' : VALIDITY[kind];
}

/** "Auftakt, 01.03.2027, 18:00 – 21:00 Uhr, 4 UE" */
const partText = (part: NonNullable<Certificate['session']>['parts'][number]): string =>
  [part.title, formatPeriod(part), formatUnits(part.units)].filter(Boolean).join(', ');

/**
 * The printed content of a certificate: as issued, independent of the account's and course's current data.
 *
 * @param portal the portal's own address, where the certificate can be checked
 */
export function certificateContent(certificate: Certificate, portal: string): CertificateContent {
  const { kind, holder, title, issuer, number, competency, units, content, session, issued_on } = certificate;
  const { issuer_address: issuerAddress } = certificate;
  return {
    heading: headingOf(certificate),
    deed: DEEDS[kind],
    holder,
    title,
    facts: [
      ...(session === null
        ? []
        : ([
            ['Art', `${session.type} (${session.format})`],
            ['Termin', formatPeriod(session)],
          ] as const)),
      ...(session === null || session.instructor === '' ? [] : [['Leitung', session.instructor] as const]),
      ...(competency === null ? [] : [['Kompetenz', COMPETENCY_LABELS[competency]] as const]),
      ...(units === 0 ? [] : [['Umfang', `${formatUnits(units)} zu je 45 Minuten`] as const]),
      ...(session === null || session.parts.length === 0
        ? []
        : [['Besucht', session.parts.map(partText).join('; ')] as const]),
      ...(content === '' ? [] : [['Inhalt', content] as const]),
      ...(issuerAddress === '' ? [] : [['Aussteller', issuerAddress] as const]),
    ],
    issuer,
    number,
    issuedOn: formatDate(issued_on),
    validity: validityOf(certificate),
    proof: isDrawn(number) ? `${portal}/zertifikat/${number}` : null,
  };
}
