import { acceptMembership, declineMembership } from '@nemus/data';
import { Stack } from '@nemus/ui';
import { localStore } from '../../browser/storage';
import { usePortal } from '../../portal/portal-context';
import { settleMembership } from '../../routing/membership-address';
import { AnswerButtons, AnswerProblem } from '../invitation/AnswerButtons';
import { useInvitationAnswer } from '../invitation/useInvitationAnswer';

/** Takes the answer of the person who is invited. */
export function MembershipAnswer({ token, name }: { token: string; name: string }) {
  const { client, session } = usePortal();
  const { sending, problem, answer } = useInvitationAnswer(() => settleMembership(token, localStore));
  const steps = {
    accept: {
      send: async () => acceptMembership(await client(), token),
      // What the account may do now comes with the profile; without it the next start of the page brings it.
      follow: () => session.reloadProfile().catch(() => undefined),
      told: { title: 'Einladung angenommen', description: `Sie handeln jetzt für ${name}.` },
    },
    decline: {
      send: async () => declineMembership(await client(), token),
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
