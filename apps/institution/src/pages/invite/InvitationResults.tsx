import type { InvitedPerson } from '@nemus/data';
import { Alert, Button, ButtonLink, formatCount, Row, Stack } from '@nemus/ui';
import { Link } from 'react-router-dom';
import { paths } from '../../paths';
import type { Sent } from './useSendInvitations';

/** Results of a list of invitations: how many were sent, and the failed ones with reasons and a retry. */
export function InvitationResults({
  sent,
  faulty,
  onRetry,
  onAgain,
}: {
  sent: readonly Sent[];
  /** Number of lines that were left out because of errors. */
  faulty: number;
  /** Puts the failed ones back into the list. */
  onRetry: (people: readonly InvitedPerson[]) => void;
  onAgain: () => void;
}) {
  const failed = sent.filter(({ problem }) => problem !== null);
  const left = sent.length - failed.length;
  return (
    <Stack gap={2}>
      {left > 0 && (
        <Alert tone="success" title={`${formatCount(left, 'Einladung', 'Einladungen')} verschickt`}>
          Wer die Einladung annimmt, erscheint in Ihrer Liste als verbunden.
        </Alert>
      )}
      {failed.length > 0 && (
        <Alert
          tone="error"
          title={`${formatCount(failed.length, 'Person', 'Personen')} nicht eingeladen`}
          actions={
            <Button size="small" icon="refresh" onClick={() => onRetry(failed.map(({ person }) => person))}>
              Für diese Personen wiederholen
            </Button>
          }
        >
          <Stack as="ul" gap={0.25} sx={{ paddingInlineStart: 2 }}>
            {failed.map(({ person, problem }) => (
              <li key={person.email}>
                {person.first_name} {person.last_name} ({person.email}): {problem}
              </li>
            ))}
          </Stack>
        </Alert>
      )}
      {faulty > 0 && (
        <Alert
          tone="warning"
          title={`${formatCount(faulty, 'Zeile wartet', 'Zeilen warten')} auf eine Berichtigung`}
          actions={
            <Button size="small" icon="edit" onClick={onAgain}>
              Fehlerhafte Zeilen bearbeiten
            </Button>
          }
        >
          Sie wurden übersprungen und bleiben in der Liste stehen.
        </Alert>
      )}
      <Row>
        <ButtonLink component={Link} to={paths.trainees} variant="primary">
          Zur PiW Verwaltung
        </ButtonLink>
        <Button onClick={onAgain}>Weitere Personen einladen</Button>
      </Row>
    </Stack>
  );
}
