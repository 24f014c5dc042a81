import { AuthCard, Button } from '@nemus/ui';
import { LegalLinks } from '../frame/LegalLinks';

/** Replaces a card about the account while it is unknown whether there is a session. */
export function ServiceDown() {
  return (
    <AuthCard
      title="Der Server ist gerade nicht erreichbar"
      intro="Ihre Anmeldung konnte nicht geprüft werden. Sobald die Verbindung wieder da ist, geht es von selbst weiter."
      footer={<LegalLinks />}
    >
      <Button variant="primary" icon="refresh" onClick={() => window.location.reload()}>
        Erneut versuchen
      </Button>
    </AuthCard>
  );
}
