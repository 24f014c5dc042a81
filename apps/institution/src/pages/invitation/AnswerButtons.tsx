import { Alert, Button, ButtonLink, Row } from '@nemus/ui';
import { Link } from 'react-router-dom';
import { paths } from '../../paths';
import type { InvitationChoice } from './useInvitationAnswer';

/** Why an answer to an invitation failed; nothing without a reason. */
export function AnswerProblem({ problem }: { problem: string | null }) {
  if (problem === null) return null;
  return (
    <Alert tone="error" title="Ihre Antwort wurde nicht gespeichert">
      {problem}
    </Alert>
  );
}

/** Accepts or declines an invitation, or postpones the answer. */
export function AnswerButtons({
  sending,
  onAnswer,
}: {
  sending: InvitationChoice | null;
  onAnswer: (choice: InvitationChoice) => void;
}) {
  return (
    <Row>
      <Button
        variant="primary"
        loading={sending === 'accept'}
        disabled={sending === 'decline'}
        onClick={() => onAnswer('accept')}
      >
        Annehmen
      </Button>
      <Button loading={sending === 'decline'} disabled={sending === 'accept'} onClick={() => onAnswer('decline')}>
        Ablehnen
      </Button>
      <ButtonLink component={Link} to={paths.dashboard} variant="quiet">
        Später entscheiden
      </ButtonLink>
    </Row>
  );
}
