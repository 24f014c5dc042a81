import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { QueryPart, reasonOf, useAction, useDataClient } from '@nemus/area';
import { roleNames } from '@nemus/area/roles';
import { usePorts, useSession } from '@nemus/contract/react';
import { sendSignOff, signOffLettersQuery, type SignOffLetter, type SignOffLetters } from '@nemus/data';
import { Button, Dialog, formatCount, formatDateTime, IconButton, SkeletonRows, Stack, Text } from '@nemus/ui';

/** A confirmer, as far as this dialog needs one. */
export interface Recipient {
  readonly id: string;
  readonly name: string;
}

const KINDS: Readonly<Record<SignOffLetter['kind'], string>> = { link: 'Link', reminder: 'Erinnerung' };
const ASKED: Readonly<Record<NonNullable<SignOffLetter['asked_as']>, string>> = {
  trainee: 'angefordert von der PiW',
  institution: 'angefordert von der Weiterbildungsstätte',
};

function letterWords({ kind, state, at, asked_as: asked, trainee, email }: SignOffLetter): string {
  const when = {
    sent: `am ${formatDateTime(at)} Uhr gesendet`,
    queued: `wird gesendet, frühestens am ${formatDateTime(at)} Uhr`,
    failed: 'konnte nicht zugestellt werden',
  }[state];
  const more = [
    trainee === null ? null : `über ${trainee}`,
    email === null ? null : `an ${email}`,
    asked && ASKED[asked],
  ];
  return [`${KINDS[kind]} ${when}`, ...more.filter((part) => part !== null)].join(', ');
}

/** Opens the mails to a confirmer: what was sent, and "Erneut senden" or "Erinnern". */
export function ConfirmerLetters({ to, of, canSend }: { to: Recipient; of: string; canSend: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton icon="mail" size="small" label={`E-Mails an ${to.name}: ${of}`} onClick={() => setOpen(true)} />
      {open && <LettersDialog to={to} canSend={canSend} onClose={() => setOpen(false)} />}
    </>
  );
}

function LettersDialog({ to, canSend, onClose }: { to: Recipient; canSend: boolean; onClose: () => void }) {
  const { userId } = useSession();
  const { notify } = usePorts();
  const client = useDataClient();
  const query = useQuery({ ...signOffLettersQuery(client, userId, to.id), staleTime: 0 });
  const { mutate, isPending } = useAction({
    mutationFn: () => sendSignOff(client, to.id),
    onSuccess: (queued: number) => {
      void query.refetch();
      notify(
        queued === 0
          ? {
              kind: 'info',
              title: 'Keine E-Mail gesendet',
              description: `${to.name} möchte keine E-Mails oder kann gerade nicht bestätigen. Die Einträge warten im Eingang.`,
            }
          : { kind: 'success', title: 'E-Mail wird gesendet' },
      );
    },
    onError: (error: Error) => notify({ kind: 'error', title: 'E-Mail nicht gesendet', description: reasonOf(error) }),
  });
  const found = query.data;
  return (
    <Dialog
      open
      onClose={onClose}
      title={`E-Mails an ${to.name}`}
      description={
        found === undefined
          ? undefined
          : `${formatCount(found.open, 'Eintrag wartet', 'Einträge warten')} auf Bestätigung`
      }
      actions={
        <>
          {canSend && found !== undefined && (
            <Button variant="primary" loading={isPending} disabled={found.again_at !== null} onClick={() => mutate()}>
              {found.state === 'account' ? 'Erinnern' : 'Erneut senden'}
            </Button>
          )}
          <Button onClick={onClose}>Schließen</Button>
        </>
      }
    >
      <QueryPart query={query} title="E-Mails" loading={<SkeletonRows count={3} />}>
        {(letters) => <Letters found={letters} canSend={canSend} />}
      </QueryPart>
    </Dialog>
  );
}

function Letters({ found, canSend }: { found: SignOffLetters; canSend: boolean }) {
  return (
    <Stack gap={1.5}>
      <Text variant="small">
        {found.state === 'account'
          ? 'Die Person bestätigt mit ihrem Konto. Eine Erinnerung nennt alles, was dort wartet.'
          : 'Die Person bestätigt per Link. Ein neuer Link geht sofort an die aktuelle Adresse und ersetzt den letzten.'}
      </Text>
      {found.letters.length === 0 ? (
        <Text tone="muted">Bisher wurde keine E-Mail gesendet.</Text>
      ) : (
        <Stack as="ul" role="list" gap={0.75} sx={{ margin: 0, paddingLeft: 2.5 }}>
          {found.letters.map((letter, index) => (
            <Text as="li" variant="small" key={`${letter.at} ${index}`} sx={{ overflowWrap: 'anywhere' }}>
              {letterWords(letter)}
            </Text>
          ))}
        </Stack>
      )}
      {canSend && found.again_at !== null && (
        <Text variant="small" tone="muted">
          Wieder möglich ab {formatDateTime(found.again_at)} Uhr: höchstens einmal am Tag, und eine Stunde nach der
          letzten E-Mail.
        </Text>
      )}
      {!canSend && (
        <Text variant="small" tone="muted">
          Senden kann, wer die Rolle {roleNames('confirming')} hat.
        </Text>
      )}
    </Stack>
  );
}
