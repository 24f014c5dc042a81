import { Button } from '../actions/Button';
import { Text } from '../layout/primitives';
import { darkColors, lightColors } from '../theme/tokens';
import { renderStill } from './still-page';
import { StillPasswordField } from './StillPasswordField';
import { TabLinks } from './TabLinks';

const DARK = "html[data-scheme='dark']";
const FORM = (
  <TabLinks label="Ansicht" items={[{ href: '/a', label: 'Eins' }]}>
    <StillPasswordField label="Passwort" />
    <Button variant="primary">Weiter</Button>
  </TabLinks>
);

/** Value of a custom property in each scheme. */
function valuesOf(styles: string, name: string): readonly string[] {
  return [...styles.matchAll(/^(?::root|html\S+)\{(.*)\}$/gm)].map(
    ([, values = '']) => new RegExp(`${name}:([^;]*);`).exec(values)?.[1] ?? '',
  );
}

it('has the colours of both schemes, and the heights of the theme', () => {
  const { markup, styles } = renderStill(FORM, DARK);
  const [, name = ''] = /<input[^>]* class="(\S+)"/.exec(markup) ?? [];
  const [, rules = ''] = new RegExp(`\\.${name}\\{(.*?)\\}`).exec(styles) ?? [];
  expect(rules).toContain('min-height:44px;');
  const [, border = ''] = /border:1px solid var\((.*?)\)/.exec(rules) ?? [];
  expect(valuesOf(styles, border)).toEqual([lightColors.borderStrong, darkColors.borderStrong]);
  const [, scheme = ''] = /[;{]color-scheme:var\((.*?)\)/.exec(styles) ?? [];
  expect(valuesOf(styles, scheme)).toEqual(['light', 'dark']);
  // Nothing but the properties knows a colour of one scheme only.
  expect(styles.slice(styles.indexOf(DARK)).split('\n').slice(1).join()).not.toContain(lightColors.text);
  expect(styles).not.toContain('Figtree');
});

it('refuses what a strict policy would not allow', () => {
  expect(() => renderStill(<p style={{ margin: 0 }} />, DARK)).toThrow('style attributes');
});

it('refuses elements whose rules are the same in one scheme only', () => {
  const page = [lightColors.focus, lightColors.tone.primary.main];
  expect(new Set(page).size).toBe(1);
  const mixed = (
    <>
      <Text sx={({ tokens }) => ({ color: tokens.color.focus })}>a</Text>
      <Text sx={({ tokens }) => ({ color: tokens.color.tone.primary.main })}>b</Text>
    </>
  );
  expect(() => renderStill(mixed, DARK)).toThrow('the same elements in both schemes');
});
