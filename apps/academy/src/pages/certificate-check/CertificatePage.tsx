import { usePorts } from '@nemus/contract/react';
import { Alert, ErrorCard, Link, Page, SkeletonCard, Text } from '@nemus/ui';
import { Link as RouterLink, useLocation } from 'react-router-dom';
import { LEGAL } from '../../paths';
import { CertificateNumberForm } from './CertificateNumberForm';
import { CertificateVerdictCard } from './CertificateVerdictCard';
import { isOlderNumber, numberInPath } from './certificate-address';
import { useVerdict } from './useVerdict';

/**
 * `/zertifikat/<number>`: shows everyone, even signed out, whether a certificate is genuine. It contains the personal
 * data that the paper shows, so search engines must not index it.
 */
export default function CertificatePage() {
  const number = numberInPath(useLocation().pathname);
  return (
    <Page
      title="Zertifikat prüfen"
      width="narrow"
      intro="Hier sehen Sie, ob ein Zertifikat, eine Teilnahmebescheinigung oder ein Logbuch-Ausdruck dieses Portals echt ist. Sie müssen dafür nicht angemeldet sein."
    >
      <meta name="robots" content="noindex, nofollow" />
      {number === '' ? null : isOlderNumber(number) ? (
        <OlderNumber number={number} />
      ) : (
        <Verdict key={number} number={number} />
      )}
      <CertificateNumberForm key={`form ${number}`} number={number} />
      <Text variant="caption" tone="muted">
        Geprüft werden Nummern mit 16 Zeichen in vier Gruppen. Wie wir Angaben verwenden, steht in der{' '}
        <Link component={RouterLink} to={LEGAL.privacy}>
          Datenschutzerklärung
        </Link>
        .
      </Text>
    </Page>
  );
}

/** Explains why there is no answer: it would make the certificates of others guessable. */
function OlderNumber({ number }: { number: string }) {
  const { supportEmail } = usePorts();
  return (
    <Alert tone="info" title={`Die Nummer ${number} kann hier nicht geprüft werden.`}>
      {/^NZ/i.test(number.trim())
        ? 'Nummern mit NZ- vergeben andere Stellen. Bitte fragen Sie bei der Stelle nach, die auf dem Papier steht.'
        : `Ältere Nummern mit T- und K- lassen sich erraten: Wer eine kennt, fände hier die Zertifikate anderer Personen. Das Zertifikat kann trotzdem echt sein. Bitte schreiben Sie an ${supportEmail} und fügen Sie eine Kopie bei.`}
    </Alert>
  );
}

function Verdict({ number }: { number: string }) {
  const { answer, retry } = useVerdict(number);
  switch (answer.status) {
    case 'loading':
      return <SkeletonCard lines={4} />;
    case 'failed':
      return (
        <ErrorCard
          title="Die Nummer kann gerade nicht geprüft werden"
          message="Der Server ist gerade nicht erreichbar. Das sagt nichts über das Dokument; bitte versuchen Sie es in Kürze noch einmal."
          onRetry={retry}
        />
      );
    case 'found':
      return <CertificateVerdictCard verdict={answer.value} asked={number} />;
  }
}
