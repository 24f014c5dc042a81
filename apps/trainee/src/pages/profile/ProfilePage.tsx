import { useSession } from '@nemus/contract/react';
import { Button, Page, ProfileMissing, ScreenOnly } from '@nemus/ui';
import { InstitutionProfile } from './InstitutionProfile';
import { TraineeProfile } from './TraineeProfile';

/** The account's data; for trainees their training as well (S-3.8, S-3.10). */
export default function ProfilePage() {
  const { profile } = useSession();
  if (profile === null) return <ProfileMissing />;
  return (
    <Page
      title="Profil"
      actions={
        <ScreenOnly>
          <Button icon="print" onClick={() => window.print()}>
            Drucken
          </Button>
        </ScreenOnly>
      }
    >
      {profile.userType === 'institution' ? (
        <InstitutionProfile profile={profile} />
      ) : (
        <TraineeProfile profile={profile} />
      )}
    </Page>
  );
}
