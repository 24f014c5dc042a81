import type { InstitutionSettings } from '@nemus/data';
import { Link, Switch, Text } from '@nemus/ui';
import { Link as RouterLink } from 'react-router-dom';
import { paths } from '../../paths';
import { requiredFactorSchema } from './settings-rules';
import { SettingsForm } from './SettingsForm';
import { useSettingsForm } from './useSettingsForm';

/** Whether all members of the institution need a second factor, from the save on. */
export function RequiredFactorForm({ settings }: { settings: InstitutionSettings }) {
  const { register, frame } = useSettingsForm(requiredFactorSchema, {
    two_factor_enabled: settings.two_factor_enabled,
  });
  return (
    <SettingsForm title="Sicherheit" {...frame}>
      <Switch
        label="Zwei-Faktor-Authentifizierung"
        hint="Alle, die für Ihre Weiterbildungsstätte handeln, brauchen dann sofort einen zweiten Faktor; bis sie ihn einrichten, sehen und ändern sie hier nichts. Richten Sie zuerst den eigenen ein."
        {...register('two_factor_enabled')}
      />
      <Text variant="small">
        <Link component={RouterLink} to={paths.accountSecurity}>
          Ihr zweiter Faktor im Konto
        </Link>
      </Text>
    </SettingsForm>
  );
}
