import { ErrorCard, Link, Page, SkeletonCard, Text } from '@nemus/ui';
import { Link as RouterLink, useLocation } from 'react-router-dom';
import { PATHS } from '../../routing/paths';
import { CertificateNumberForm } from './CertificateNumberForm';
import { CertificateVerdictCard } from './CertificateVerdictCard';
import { numberInPath } from './certificate-address';
import { useVerdict } from './useVerdict';

/**
 * `/zertifikat/<number>`: tells anybody, signed out as well, whether a certificate is genuine. It names of the person what
 * the paper shows, so search engines are told not to keep it.
 */
export default function CertificatePage() {
  const number = numberInPath(useLocation().pathname);
  return (
    <Page
      title="Zertifikat prüfen"
      width="narrow"
      intro="Hier sehen Sie, ob ein Zertifikat oder eine Teilnahmebescheinigung dieses Portals echt ist. Sie müssen dafür nicht angemeldet sein."
    >
      <meta name="robots" content="noindex, nofollow" />
      {number === '' ? null : <Verdict key={number} number={number} />}
      <CertificateNumberForm key={`form ${number}`} number={number} />
      <Text variant="caption" tone="muted">
        Geprüft werden Nummern mit 16 Zeichen in vier Gruppen. Nummern, die mit T-, K- oder NZ- beginnen, sind älter
        oder von anderen Stellen; bitte fragen Sie dort nach. Wie wir Angaben verwenden, steht in der{' '}
        <Link component={RouterLink} to={PATHS.datenschutz}>
          Datenschutzerklärung
        </Link>
        .
      </Text>
    </Page>
  );
}

function Verdict({ number }: { number: string }) {
  const { state, retry } = useVerdict(number);
  switch (state.status) {
    case 'loading':
      return <SkeletonCard lines={4} />;
    case 'failed':
      return (
        <ErrorCard
          title="Das Zertifikat kann gerade nicht geprüft werden"
          message="Der Server ist gerade nicht erreichbar. Das sagt nichts über das Zertifikat; bitte versuchen Sie es in Kürze noch einmal."
          onRetry={retry}
        />
      );
    case 'found':
      return <CertificateVerdictCard verdict={state.verdict} asked={number} />;
  }
}
