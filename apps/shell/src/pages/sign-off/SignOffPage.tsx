import { ErrorCard, formatCount, Page, SkeletonCard, Surface, Text } from '@nemus/ui';
import { useLocation } from 'react-router-dom';
import { readSignOffToken } from './sign-off-address';
import { SignOffForm } from './SignOffForm';
import { useSignOff, type SignOffDone } from './useSignOff';

/**
 * `/logbuch-bestaetigen?link=<token>`: somebody without an account confirms entries of a logbook, or returns them. Opening
 * the page does nothing; one decision uses the link up.
 */
export default function SignOffPage() {
  const token = readSignOffToken(useLocation().search);
  return (
    <Page
      title="Einträge im Logbuch bestätigen"
      width="narrow"
      intro="Sie müssen dafür nicht angemeldet sein. Das Öffnen dieser Seite bestätigt nichts."
    >
      <meta name="robots" content="noindex, nofollow" />
      <meta name="referrer" content="no-referrer" />
      <SignOffOf key={token} token={token} />
    </Page>
  );
}

function SignOffOf({ token }: { token: string | null }) {
  const { answer, done, problem, sending, decide, retry } = useSignOff(token);
  if (done !== null) return <Decided {...done} />;
  switch (answer.status) {
    case 'loading':
      return <SkeletonCard lines={6} />;
    case 'failed':
      return (
        <ErrorCard
          title="Die Einträge können gerade nicht angezeigt werden"
          message="Der Server ist gerade nicht erreichbar. Der Link gilt weiter; bitte versuchen Sie es in Kürze noch einmal."
          onRetry={retry}
        />
      );
    case 'found':
      if (answer.value === null) return <LinkOver />;
      return <SignOffForm page={answer.value} problem={problem} sending={sending} onDecide={decide} />;
  }
}

/** What the decision did, and whether anything is left. */
function Decided({ kind, decided, open }: SignOffDone) {
  return (
    <Surface padding="large">
      <Text role="status" as="h2" variant="subheading">
        {formatCount(decided, 'Eintrag', 'Einträge')} {kind === 'confirm' ? 'bestätigt' : 'zurückgegeben'}
      </Text>
      <Text>
        {open === 0
          ? 'Vielen Dank. Sie können diese Seite schließen.'
          : `Vielen Dank. ${formatCount(open, 'Eintrag ist', 'Einträge sind')} noch offen: Dafür kommt ein neuer Link in Ihr Postfach.`}
      </Text>
    </Surface>
  );
}

/** The same words for a link that was used, replaced, has expired or never was: which of them, nobody learns. */
function LinkOver() {
  return (
    <Surface padding="large">
      <Text as="h2" variant="subheading">
        Dieser Link führt nicht mehr weiter
      </Text>
      <Text>
        Er wurde schon verwendet oder durch einen neueren ersetzt, oder er ist abgelaufen. Solange Einträge offen sind,
        kommt jede Woche ein neuer Link in Ihr Postfach. Haben Sie inzwischen ein Konto, stehen die Einträge dort im
        Logbuch unter „Eingang“.
      </Text>
    </Surface>
  );
}
