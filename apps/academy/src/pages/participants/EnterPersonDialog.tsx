import { reasonOf, useDataClient } from '@nemus/area';
import { useSession } from '@nemus/contract/react';
import { DataError, enterPerson, type EnteredPerson, type EnterWay } from '@nemus/data';
import { Button, Dialog, FormError, RadioGroup, Stack, TextArea, TextField } from '@nemus/ui';
import { useId, useState } from 'react';
import { useStaffMutation } from '../../dialogs/useStaffMutation';

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
    value: 'link',
    label: 'Link zur Buchung schicken',
    hint: 'Dieser Termin ist dort vorgemerkt, es gilt der Preis am Tag des Kaufs. Reserviert ist der Platz erst mit dem Kauf.',
  },
] as const;

/** Enters a person who calls at a date. */
export function EnterPersonDialog({ dateId, onClose }: { dateId: string; onClose: () => void }) {
  const client = useDataClient();
  const form = useId();
  // Free of charge is a matter of money; the database decides again.
  const mayGive = (useSession().profile?.rights ?? []).includes('staff:orders');
  const [email, setEmail] = useState('');
  const [way, setWay] = useState<EnterWay>('place');
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const enter = useStaffMutation({
    act: () => enterPerson(client, dateId, { email, way, reason }),
    done: (entered) => ({ title: enteredText(entered) }),
    failed: 'Niemand wurde eingetragen',
    onDone: onClose,
  });
  const field = enter.error instanceof DataError ? enter.error.field : undefined;
  const missing = isTried ? 'Bitte füllen Sie dieses Feld aus.' : undefined;
  const isComplete = email.trim() !== '' && (way !== 'free' || reason.trim() !== '');
  return (
    <Dialog
      open
      onClose={onClose}
      closable={!enter.isPending}
      title="Person eintragen"
      description="Für Personen mit einem Konto, zum Beispiel nach einem Anruf. Sie bekommt eine Nachricht."
      actions={
        <>
          <Button disabled={enter.isPending} onClick={onClose}>
            Abbrechen
          </Button>
          <Button type="submit" form={form} variant="primary" loading={enter.isPending}>
            {way === 'link' ? 'Link schicken' : 'Eintragen'}
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
          if (isComplete) enter.mutate();
        }}
      >
        <Stack gap={2}>
          <FormError
            title="Niemand wurde eingetragen"
            errors={enter.error === null || field === 'email' ? [] : [reasonOf(enter.error)]}
          />
          <TextField
            label="E-Mail-Adresse des Kontos"
            type="email"
            autoComplete="off"
            value={email}
            error={email.trim() === '' ? missing : field === 'email' ? reasonOf(enter.error) : undefined}
            onChange={({ target }) => setEmail(target.value)}
          />
          <RadioGroup
            label="Wie kommt die Person zum Kurs?"
            options={WAYS.filter(({ value }) => mayGive || value !== 'free')}
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

function enteredText({ name, status, waitlist_position: position }: EnteredPerson): string {
  if (status === null) return `${name} bekommt den Link`;
  return status === 'waitlist' ? `${name} steht auf der Warteliste, Stelle ${position ?? ''}` : `${name} hat den Platz`;
}
