import { useState } from 'react';
import { Button } from '@nemus/ui';
import { usePortal } from '../../portal/portal-context';
import { explain } from './auth-messages';

/** Sends the link that confirms an address again. */
export function ResendConfirmation({ email }: { email: string }) {
  const { session, toasts } = usePortal();
  const [sending, setSending] = useState(false);
  const send = async () => {
    setSending(true);
    try {
      await session.resendConfirmation(email);
      toasts.notify({
        kind: 'success',
        title: 'Bestätigungslink gesendet',
        description: `Bitte prüfen Sie das Postfach von ${email}.`,
      });
    } catch (error) {
      toasts.notify({ kind: 'error', title: 'Der Link konnte nicht gesendet werden', description: explain(error) });
    } finally {
      setSending(false);
    }
  };
  return (
    <Button size="small" icon="mail" loading={sending} onClick={() => void send()}>
      Bestätigungslink erneut senden
    </Button>
  );
}
