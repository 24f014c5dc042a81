import { useState, type FormEvent } from 'react';
import { useAction } from '@nemus/area';
import type { SessionPort } from '@nemus/contract';
import { usePorts, useSession } from '@nemus/contract/react';
import { readMailAddress } from '@nemus/data';
import { Alert, Button, Card, Form, FormActions, TextField } from '@nemus/ui';
import { AccountPage } from '../../frame/AccountPage';

type ChangeEmail = NonNullable<SessionPort['changeEmail']>;

const INVALID = 'Das ist keine E-Mail-Adresse, an die wir schreiben können.';

/** The address that the account signs in with and gets its mails at. */
export default function EmailPage() {
  const { session } = usePorts();
  const { email } = useSession();
  return (
    <AccountPage
      title="E-Mail-Adresse"
      intro={`Sie melden sich mit ${email} an; dorthin gehen auch unsere Nachrichten.`}
    >
      {session.changeEmail ? (
        <EmailForm
          current={email}
          changeEmail={(address) => session.changeEmail?.(address) ?? Promise.reject(new Error())}
        />
      ) : (
        <Alert tone="info" title="Bitte laden Sie das Portal neu">
          Danach können Sie hier Ihre Adresse ändern.
        </Alert>
      )}
    </AccountPage>
  );
}

function EmailForm({ current, changeEmail }: { current: string; changeEmail: ChangeEmail }) {
  const [address, setAddress] = useState('');
  const [problem, setProblem] = useState<string | undefined>();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const change = useAction({
    mutationFn: (wanted: string) => changeEmail(wanted),
    onSuccess: (outcome, wanted) => {
      if (outcome === 'sent') setSentTo(wanted);
      setProblem(outcome === 'invalid' ? INVALID : undefined);
    },
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    const wanted = readMailAddress(address);
    setSentTo(null);
    if (wanted === null) setProblem(INVALID);
    else if (wanted.toLowerCase() === current.toLowerCase()) setProblem('Das ist schon Ihre Adresse.');
    else {
      setProblem(undefined);
      change.mutate(wanted);
    }
  }
  return (
    <Card title="Adresse ändern" level={2} as="div">
      <Form aria-label="Adresse ändern" onSubmit={submit}>
        {sentTo !== null && (
          <Alert tone="success" title="Bitte bestätigen Sie beide E-Mails">
            Wenn {sentTo} verwendet werden kann, finden Sie in beiden Postfächern eine E-Mail mit einem Link. Die neue
            Adresse gilt, sobald Sie beide innerhalb einer Stunde bestätigt haben. Bis dahin bleibt alles, wie es ist.
          </Alert>
        )}
        {change.data === 'later' && !change.isPending && (
          <Alert tone="error">Es wurden gerade erst E-Mails versandt. Bitte warten Sie einen Moment.</Alert>
        )}
        {change.error !== null && (
          <Alert tone="error">Die Adresse wurde nicht geändert. Bitte versuchen Sie es noch einmal.</Alert>
        )}
        <TextField
          label="Neue E-Mail-Adresse"
          type="email"
          autoComplete="email"
          hint="Wir schreiben an Ihre bisherige und an die neue Adresse. Haben Sie keinen Zugang mehr zur bisherigen, wenden Sie sich bitte an uns."
          value={address}
          maxLength={255}
          error={problem}
          onChange={({ target }) => setAddress(target.value)}
        />
        <FormActions>
          <Button type="submit" variant="primary" loading={change.isPending}>
            {sentTo === null ? 'Adresse ändern' : 'Erneut senden'}
          </Button>
        </FormActions>
      </Form>
    </Card>
  );
}
