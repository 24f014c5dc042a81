import { useState } from 'react';
import { usePorts } from '@nemus/contract/react';
import { Alert, ButtonLink, Card, Text } from '@nemus/ui';
import { Link } from 'react-router-dom';
import { AccountPage } from '../../frame/AccountPage';
import { EnrolPart } from './EnrolPart';
import { FactorsPart } from './FactorsPart';
import { RecoveryCodes } from './RecoveryCodes';

type View = { readonly kind: 'overview' } | { readonly kind: 'enrol'; readonly isFirst: boolean } | Codes;
/** New codes are shown alone, so that they can be printed. */
interface Codes {
  readonly kind: 'codes';
  readonly codes: readonly string[];
}

const OVERVIEW: View = { kind: 'overview' };

/** How the account is protected: second factors, recovery codes, and the password. */
export default function SecurityPage() {
  const { factors } = usePorts().session;
  const [view, setView] = useState<View>(OVERVIEW);
  const showCodes = (codes: readonly string[]) => setView({ kind: 'codes', codes });
  const back = () => setView(OVERVIEW);

  if (view.kind === 'codes') {
    return (
      <AccountPage title="Wiederherstellungscodes">
        <RecoveryCodes codes={view.codes} onDone={back} />
      </AccountPage>
    );
  }
  if (view.kind === 'enrol' && factors) {
    return (
      <AccountPage title="Zweiten Faktor einrichten">
        <EnrolPart factors={factors} isFirst={view.isFirst} onCodes={showCodes} onDone={back} />
      </AccountPage>
    );
  }
  return (
    <AccountPage title="Sicherheit" intro="Womit Sie sich anmelden, und was hilft, wenn etwas davon verloren geht.">
      {factors ? (
        <FactorsPart factors={factors} onCodes={showCodes} onEnrol={(isFirst) => setView({ kind: 'enrol', isFirst })} />
      ) : (
        <Alert tone="info" title="Bitte laden Sie das Portal neu">
          Danach können Sie hier einen zweiten Faktor einrichten.
        </Alert>
      )}
      <Card
        title="Passwort"
        level={2}
        footer={
          <ButtonLink component={Link} to="/reset-password" icon="lock">
            Passwort ändern
          </ButtonLink>
        }
      >
        <Text tone="muted">Ein gutes Passwort ist lang und wird nur hier verwendet.</Text>
      </Card>
    </AccountPage>
  );
}
