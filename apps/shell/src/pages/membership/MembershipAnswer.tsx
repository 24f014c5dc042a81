import { acceptMembership, declineMembership } from '@nemus/data';
import { Stack } from '@nemus/ui';
import { localStore } from '../../browser/storage';
import { usePortal } from '../../portal/portal-context';
import { settleMembership } from '../../routing/membership-address';
import { AnswerButtons, AnswerProblem } from '../invitation/AnswerButtons';
import { useInvitationAnswer } from '../invitation/useInvitationAnswer';

/** Submits the invited person's answer. */
export function MembershipAnswer({ token, name }: { token: string; name: string }) {
  const { client, session } = usePortal();
  const { sending, problem, answer } = useInvitationAnswer(() => settleMembership(token, localStore));
  const steps = {
    accept: {
      send: async () => acceptMembership(await client(), token),
      // The account's new rights come with the profile; otherwise with the next start of the page.
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
