import type { InstitutionSettings } from '@nemus/data';
import { Switch } from '@nemus/ui';
import { notificationsSchema } from './settings-rules';
import { SettingsForm } from './SettingsForm';
import { useSettingsForm } from './useSettingsForm';

/** Which messages the institution gets. What nothing sends yet is shown as it stands, with the reason. */
export function NotificationsForm({ settings }: { settings: InstitutionSettings }) {
  const { register, formState, submit, saving } = useSettingsForm(notificationsSchema, {
    email_notifications: settings.email_notifications,
    marketing_emails: settings.marketing_emails,
  });
  return (
    <SettingsForm title="Benachrichtigungen" onSubmit={submit} dirty={formState.isDirty} saving={saving}>
      <Switch
        label="E-Mail-Benachrichtigungen"
        hint="Eine Bestätigung für jeden Kurs, den Sie mit Credits bezahlen. Was Geld kostet, bestätigen wir immer, mit Rechnung."
        {...register('email_notifications')}
      />
      <Switch
        label="SMS-Benachrichtigungen"
        hint="Nicht verfügbar: Das Portal ist an keinen SMS-Dienst angebunden."
        checked={settings.sms_notifications}
        readOnly
        disabled
      />
      <Switch
        label="Neuigkeiten und Angebote"
        hint="Ihre Einwilligung, per E-Mail über neue Kurse und Angebote informiert zu werden. Jederzeit widerrufbar."
        {...register('marketing_emails')}
      />
      <Switch
        label="Wöchentliche Berichte"
        hint="Vorgemerkt, aber noch nicht verfügbar: Der Versand nach Zeitplan ist auf diesem System nicht eingerichtet."
        checked={settings.weekly_reports}
        readOnly
        disabled
      />
    </SettingsForm>
  );
}
