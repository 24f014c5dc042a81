import type { Portal } from '../../portal/portal';
import { PATHS } from '../../routing/paths';
import type { PaletteEntry } from './entries';

/** The shell's own entries, for every account. @param onKeys shows the shortcuts */
export function shellEntries(
  { leave, colorScheme }: Pick<Portal, 'leave' | 'colorScheme'>,
  onKeys: () => void,
): PaletteEntry[] {
  const action = (id: string, label: string, icon: string, keywords: string[], target: () => void): PaletteEntry => ({
    id: `portal/${id}`,
    label,
    icon,
    keywords,
    kind: 'action',
    target,
  });
  const scheme = ['Farbschema', 'Darstellung', 'Aussehen'];
  return [
    action('light', 'Farbschema: hell', 'sun', ['Tag', ...scheme], () => colorScheme.choose('light')),
    action('dark', 'Farbschema: dunkel', 'moon', ['Nacht', ...scheme], () => colorScheme.choose('dark')),
    action('system', 'Farbschema: wie das System', 'contrast', scheme, () => colorScheme.choose('system')),
    action('keys', 'Tastenkürzel anzeigen', 'help', ['Tastatur', 'Hilfe', 'Shortcuts'], onKeys),
    action('sign-out', 'Abmelden', 'sign-out', ['Logout', 'Ausloggen'], () => void leave()),
    {
      id: 'portal/accessibility',
      label: 'Barrierefreiheit',
      icon: 'article',
      keywords: ['Erklärung'],
      kind: 'page',
      target: PATHS.barrierefreiheit,
    },
    {
      id: 'portal/privacy',
      label: 'Datenschutz',
      icon: 'article',
      keywords: ['Daten'],
      kind: 'page',
      target: PATHS.datenschutz,
    },
    {
      id: 'portal/withdrawal',
      label: 'Vertrag widerrufen',
      icon: 'article',
      keywords: ['Widerruf', 'Kauf'],
      kind: 'page',
      target: PATHS.withdrawal,
    },
  ];
}
