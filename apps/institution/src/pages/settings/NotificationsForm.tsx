import type { InstitutionSettings } from '@nemus/data';
import { Link, Stack, Switch, Text } from '@nemus/ui';
import { Link as RouterLink } from 'react-router-dom';
import { paths } from '../../paths';
import { ReportTimeForm } from './ReportTimeForm';
import { notificationsSchema } from './settings-rules';
import { SettingsForm } from './SettingsForm';
import { useSettingsForm } from './useSettingsForm';

/** Which messages the institution gets, through which channels, and when its weekly report is sent. */
export function NotificationsForm({ settings }: { settings: InstitutionSettings }) {
  const { register, frame } = useSettingsForm(notificationsSchema, {
    email_notifications: settings.email_notifications,
    sms_notifications: settings.sms_notifications,
    marketing_emails: settings.marketing_emails,
    weekly_reports: settings.weekly_reports,
  });
  return (
    <Stack gap={3}>
      <SettingsForm title="Benachrichtigungen" {...frame}>
        <Switch
          label="E-Mail-Benachrichtigungen"
          hint="E-Mails zu allem, was die Mitglieder unter „Konto“, „Benachrichtigungen“ gewählt haben, und eine Bestätigung für jeden Kurs, den Sie mit Credits bezahlen. Was Geld kostet, bestätigen wir immer, mit Rechnung."
          {...register('email_notifications')}
        />
        <Switch
          label="SMS-Benachrichtigungen"
          hint="SMS an die Mitglieder, die sie für sich gewählt haben. Dafür braucht ein Mitglied eine geprüfte Mobilnummer."
          {...register('sms_notifications')}
        />
        <Text variant="small">
          <Link component={RouterLink} to={paths.phone}>
            Ihre Mobilnummer im Konto
          </Link>
        </Text>
        <Switch
          label="Neuigkeiten und Angebote"
          hint="Ihre Einwilligung, per E-Mail über neue Kurse und Angebote informiert zu werden. Jederzeit widerrufbar."
          {...register('marketing_emails')}
        />
        <Switch
          label="Wöchentliche Berichte"
          hint="Einmal in der Woche die Zahlen Ihrer Weiterbildungsstätte, für Mitglieder mit den Rollen Verwaltung und Lesen."
          {...register('weekly_reports')}
        />
      </SettingsForm>
      {settings.weekly_reports && <ReportTimeForm />}
    </Stack>
  );
}
