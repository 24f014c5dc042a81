import { LinkExpired, LinkPage, LinkUnreachable, readLinkToken } from '@nemus/area/public';
import { formatCount, SkeletonCard, Surface, Text } from '@nemus/ui';
import { useLocation } from 'react-router-dom';
import { SignOffForm } from './SignOffForm';
import { useSignOff, type SignOffDone } from './useSignOff';

/**
 * `/logbuch-bestaetigen?link=<token>`: a person without an account confirms entries of a logbook, or returns them.
 * Opening the page has no effect; one decision uses the link up.
 */
export default function SignOffPage() {
  const token = readLinkToken(useLocation().search);
  return (
    <LinkPage title="Einträge im Logbuch bestätigen" intro="Das Öffnen dieser Seite bestätigt nichts.">
      <SignOffOf key={token} token={token} />
    </LinkPage>
  );
}

function SignOffOf({ token }: { token: string | null }) {
  const { answer, done, problem, sending, decide, retry } = useSignOff(token);
  if (done !== null) return <Decided {...done} />;
  switch (answer.status) {
    case 'loading':
      return <SkeletonCard lines={6} />;
    case 'failed':
      return <LinkUnreachable title="Die Einträge können gerade nicht angezeigt werden" onRetry={retry} />;
    case 'found':
      if (answer.value === null) return <EntriesOver />;
      return <SignOffForm page={answer.value} problem={problem} sending={sending} onDecide={decide} />;
  }
}

/** The result of the decision, and whether anything is left. */
function Decided({ kind, decided, open }: SignOffDone) {
  return (
    <Surface padding="large">
      <div role="status">
        <Text as="h2" variant="subheading">
          {formatCount(decided, 'Eintrag', 'Einträge')} {kind === 'confirm' ? 'bestätigt' : 'zurückgegeben'}
        </Text>
      </div>
      <Text>
        {open === 0
          ? 'Vielen Dank. Sie können diese Seite schließen.'
          : `Vielen Dank. ${formatCount(open, 'Eintrag ist', 'Einträge sind')} noch offen: Dafür kommt ein neuer Link in Ihr Postfach.`}
      </Text>
    </Surface>
  );
}

function EntriesOver() {
  return (
    <LinkExpired>
      <Text>
        Er wurde schon verwendet oder durch einen neueren ersetzt, oder er ist abgelaufen. Solange Einträge offen sind,
        kommt jede Woche ein neuer Link in Ihr Postfach. Haben Sie inzwischen ein Konto, stehen die Einträge dort im
        Logbuch unter „Eingang“.
      </Text>
    </LinkExpired>
  );
}
