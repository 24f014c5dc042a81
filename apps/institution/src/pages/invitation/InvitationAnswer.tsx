import { useDataClient } from '@nemus/area';
import { settleLink } from '@nemus/area/public';
import {
  acceptInvitation,
  declineInvitation,
  NOT_SHARED_WITH_INSTITUTION,
  SHARED_WITH_INSTITUTION,
  type Invitation,
} from '@nemus/data';
import { Stack, Text } from '@nemus/ui';
import { AnswerButtons, AnswerProblem } from './AnswerButtons';
import { useInvitationAnswer } from './useInvitationAnswer';

/** Explains what accepting means, and submits the answer. */
export function InvitationAnswer({ token, invitation }: { token: string; invitation: Invitation }) {
  const client = useDataClient();
  const { institutionName, email } = invitation;
  const { sending, problem, answer } = useInvitationAnswer(() => settleLink('invitation', token));
  const steps = {
    accept: {
      send: () => acceptInvitation(client, token),
      told: { title: 'Einladung angenommen', description: `Ihr Konto ist mit ${institutionName} verbunden.` },
    },
    decline: {
      send: () => declineInvitation(client, token),
      told: {
        title: 'Einladung abgelehnt',
        description: `${institutionName} sieht nichts von Ihrer Weiterbildung.`,
      },
    },
  };
  return (
    <Stack gap={3}>
      <AnswerProblem problem={problem} />
      <Text>
        {institutionName} möchte Ihre psychotherapeutische Weiterbildung begleiten. Die Einladung gilt für Ihr Konto{' '}
        {email}.
      </Text>
      <Stack gap={1}>
        <Text as="h2" variant="subheading">
          Was die Weiterbildungsstätte sieht, wenn Sie annehmen
        </Text>
        <Stack as="ul" gap={0.5} sx={{ paddingInlineStart: 2.5, margin: 0 }}>
          {SHARED_WITH_INSTITUTION.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </Stack>
        <Text variant="small" tone="muted">
          {NOT_SHARED_WITH_INSTITUTION} Sie können die Verbindung jederzeit in Ihrem Profil beenden.
        </Text>
      </Stack>
      <AnswerButtons sending={sending} onAnswer={(choice) => void answer(choice, steps[choice])} />
    </Stack>
  );
}
