import type { InstitutionSettings } from '@nemus/data';
import { Switch } from '@nemus/ui';
import { loginAlertsSchema } from './settings-rules';
import { SettingsForm } from './SettingsForm';
import { useSettingsForm } from './useSettingsForm';

/** Whether the account is notified of a sign-in on a new device. */
export function LoginAlertsForm({ settings }: { settings: InstitutionSettings }) {
  const { register, frame } = useSettingsForm(loginAlertsSchema, {
    login_alerts: settings.login_alerts,
  });
  return (
    <SettingsForm title="Anmeldungen" {...frame}>
      <Switch
        label="Hinweise bei neuer Anmeldung"
        hint="Eine E-Mail, wenn sich jemand mit einem Gerät anmeldet, das für dieses Konto neu ist. Wo Sie angemeldet sind, steht unter „Konto“, „Anmeldungen“."
        {...register('login_alerts')}
      />
    </SettingsForm>
  );
}
