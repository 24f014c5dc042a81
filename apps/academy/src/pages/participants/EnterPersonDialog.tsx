import { reasonOf, useAction, useDataClient } from '@nemus/area';
import { useSession } from '@nemus/contract/react';
import { DataError, enterPerson, fetchCourseOnInvoice, type EnterWay } from '@nemus/data';
import { Button, Dialog, FormError, RadioGroup, Stack, TextArea, TextField } from '@nemus/ui';
import { useId, useState } from 'react';
import { useStaffMutation } from '../../dialogs/useStaffMutation';
import { enteredText } from './entered-text';
import { OnInvoiceDialog } from './OnInvoiceDialog';

/** Most characters of a reason, as in the database. */
const REASON = 300;
const WAYS = [
  { value: 'place', label: 'Hat den Kurs schon', hint: 'Die Person bekommt den Platz oder steht auf der Warteliste.' },
  {
    value: 'free',
    label: 'Kostenlos einschreiben',
    hint: 'Ohne Bestellung und Rechnung; der Grund steht im Protokoll.',
  },
  {
    value: 'invoice',
    label: 'Auf Rechnung',
    hint: 'Die Person kauft den Kurs und überweist. Preis und Anschrift folgen.',
  },
  {
    value: 'link',
    label: 'Link zur Buchung schicken',
    hint: 'Dieser Termin ist dort vorgemerkt, es gilt der Preis am Tag des Kaufs. Reserviert ist der Platz erst mit dem Kauf.',
  },
] as const;

/** Enters a person who calls at a date. */
export function EnterPersonDialog({ dateId, onClose }: { dateId: string; onClose: () => void }) {
  const client = useDataClient();
  const form = useId();
  // Without payment, or on an invoice, is a matter of money; the database decides again.
  const maySell = (useSession().profile?.rights ?? []).includes('staff:orders');
  const [email, setEmail] = useState('');
  const [way, setWay] = useState<EnterWay | 'invoice'>('place');
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const enter = useStaffMutation({
    act: (chosen: EnterWay) => enterPerson(client, dateId, { email, way: chosen, reason }),
    done: (entered) => ({ title: enteredText(entered) }),
    failed: 'Niemand wurde eingetragen',
    onDone: onClose,
  });
  const offer = useAction({ mutationFn: () => fetchCourseOnInvoice(client, dateId, email) });
  const isBusy = enter.isPending || offer.isPending;
  const error = way === 'invoice' ? offer.error : enter.error;
  const field = error instanceof DataError ? error.field : undefined;
  const missing = isTried ? 'Bitte füllen Sie dieses Feld aus.' : undefined;
  const isComplete = email.trim() !== '' && (way !== 'free' || reason.trim() !== '');
  if (offer.data) {
    return <OnInvoiceDialog dateId={dateId} email={email} offer={offer.data} onBack={offer.reset} onClose={onClose} />;
  }
  return (
    <Dialog
      open
      onClose={onClose}
      closable={!isBusy}
      title="Person eintragen"
      description="Für Personen mit einem Konto, zum Beispiel nach einem Anruf. Sie werden benachrichtigt."
      actions={
        <>
          <Button disabled={isBusy} onClick={onClose}>
            Abbrechen
          </Button>
          <Button type="submit" form={form} variant="primary" loading={isBusy}>
            {way === 'link' ? 'Link schicken' : way === 'invoice' ? 'Weiter' : 'Eintragen'}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (!isComplete) return;
          if (way === 'invoice') offer.mutate();
          else enter.mutate(way);
        }}
      >
        <Stack gap={2}>
          <FormError
            title="Niemand wurde eingetragen"
            errors={error === null || field === 'email' ? [] : [reasonOf(error)]}
          />
          <TextField
            label="E-Mail-Adresse des Kontos"
            type="email"
            autoComplete="off"
            value={email}
            error={email.trim() === '' ? missing : field === 'email' ? reasonOf(error) : undefined}
            onChange={({ target }) => setEmail(target.value)}
          />
          <RadioGroup
            label="Wie kommt die Person zum Kurs?"
            options={WAYS.filter(({ value }) => maySell || (value !== 'free' && value !== 'invoice'))}
            value={way}
            onValueChange={setWay}
          />
          {way === 'free' && (
            <TextArea
              label="Grund (nur im Protokoll)"
              maxLength={REASON}
              value={reason}
              error={reason.trim() === '' ? missing : undefined}
              onChange={({ target }) => setReason(target.value)}
            />
          )}
        </Stack>
      </form>
    </Dialog>
  );
}
