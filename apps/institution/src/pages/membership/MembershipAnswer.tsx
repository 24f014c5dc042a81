import { useDataClient } from '@nemus/area';
import { settleLink } from '@nemus/area/public';
import { usePorts } from '@nemus/contract/react';
import { acceptMembership, declineMembership, endSentence } from '@nemus/data';
import { Stack } from '@nemus/ui';
import { AnswerButtons, AnswerProblem } from '../invitation/AnswerButtons';
import { useInvitationAnswer } from '../invitation/useInvitationAnswer';

/** Submits the invited person's answer. */
export function MembershipAnswer({ token, name }: { token: string; name: string }) {
  const { session } = usePorts();
  const client = useDataClient();
  const { sending, problem, answer } = useInvitationAnswer(() => settleLink('membership', token));
  const steps = {
    accept: {
      send: () => acceptMembership(client, token),
      // The account's new rights come with the profile; otherwise with the next start of the page.
      follow: () => session.reloadProfile().catch(() => undefined),
      told: { title: 'Einladung angenommen', description: endSentence(`Sie handeln jetzt für ${name}`) },
    },
    decline: {
      send: () => declineMembership(client, token),
      told: { title: 'Einladung abgelehnt', description: `${name} erfährt davon.` },
    },
  };
  return (
    <Stack gap={2}>
      <AnswerProblem problem={problem} />
      <AnswerButtons sending={sending} onAnswer={(choice) => void answer(choice, steps[choice])} />
    </Stack>
  );
}
