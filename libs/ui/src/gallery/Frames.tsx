import { useState } from 'react';
import { Button, IconButton } from '../actions/Button';
import { Link } from '../actions/Link';
import { PasswordField, TextField } from '../forms/TextField';
import { Form } from '../forms/Form';
import { AppFrame, PageFooter } from '../frame/AppFrame';
import { AuthCard } from '../frame/AuthCard';
import { SidebarFooter, SidebarFrame } from '../frame/Sidebar';
import { SidebarDivider, SidebarItem, SidebarList } from '../frame/SidebarEntries';
import { TopBar } from '../frame/TopBar';
import { Logo } from '../brand/Logo';
import { Page } from '../layout/Page';
import { Box, Text } from '../layout/primitives';
import { Tabs } from '../late/components';
import { Group, Specimen } from './Specimen';

const ENTRIES = [
  ['dashboard', 'Dashboard'],
  ['competencies', 'Meine Kompetenzen'],
  ['catalog', 'Seminarkatalog'],
  ['elearning', 'E-Learning'],
  ['appointments', 'Meine Termine'],
  ['profile', 'Profil'],
  ['not-known-yet', 'Ein neuer Bereich'],
] as const;

/** The shell's frame and the page of the sign-in forms. */
export function Frames() {
  const [collapsed, setCollapsed] = useState(false);
  const [drawer, setDrawer] = useState(false);
  const [tab, setTab] = useState<'in' | 'up'>('in');
  return (
    <Group id="rahmen" title="Rahmen">
      <Specimen name="AppFrame, SidebarFrame, TopBar, PageFooter">
        <Box
          sx={(theme) => ({ border: `1px solid ${theme.tokens.color.border}`, borderRadius: '12px', overflow: 'clip' })}
        >
          <AppFrame
            topBar={
              <TopBar menuOpen={drawer} onMenu={() => setDrawer(true)}>
                <Logo size={26} />
              </TopBar>
            }
            sidebar={
              <SidebarFrame
                collapsed={collapsed}
                onToggle={() => setCollapsed(!collapsed)}
                drawerOpen={drawer}
                onDrawerClose={() => setDrawer(false)}
                footer={
                  <SidebarFooter
                    name="Anna Berg"
                    detail="Psychotherapeut*in in Weiterbildung"
                    onSignOut={() => setDrawer(false)}
                    actions={<IconButton icon="contrast" label="Farbschema" size="small" />}
                  />
                }
              >
                <SidebarList>
                  {ENTRIES.map(([icon, label], index) => (
                    <SidebarItem key={icon} icon={icon} label={label} href="#rahmen" active={index === 0} />
                  ))}
                </SidebarList>
                <SidebarDivider />
                <SidebarList label="Weitere Bereiche">
                  <SidebarItem icon="area" label="Akademie" href="#rahmen" />
                </SidebarList>
              </SidebarFrame>
            }
          >
            <Page
              title="Guten Tag, Anna"
              intro="Das steht heute an."
              actions={<Button variant="primary">Kurs suchen</Button>}
            >
              <Text>Inhalt der Seite</Text>
            </Page>
            <PageFooter>
              <Link href="#rahmen">Impressum</Link>
              <Link href="#rahmen">Datenschutz</Link>
              <Link href="#rahmen">Barrierefreiheit</Link>
            </PageFooter>
          </AppFrame>
        </Box>
      </Specimen>
      <Specimen name="AuthCard">
        <Box
          sx={(theme) => ({ border: `1px solid ${theme.tokens.color.border}`, borderRadius: '12px', overflow: 'clip' })}
        >
          <AuthCard title="Willkommen" intro="Melden Sie sich an oder legen Sie ein Konto an.">
            <Tabs
              label="Anmelden oder registrieren"
              items={[
                { value: 'in', label: 'Anmelden' },
                { value: 'up', label: 'Registrieren' },
              ]}
              value={tab}
              onChange={setTab}
            >
              <Form onSubmit={(event) => event.preventDefault()}>
                <TextField label="E-Mail" type="email" />
                <PasswordField label="Passwort" />
                <Button variant="primary" size="large" fullWidth type="submit">
                  Anmelden
                </Button>
              </Form>
            </Tabs>
          </AuthCard>
        </Box>
      </Specimen>
    </Group>
  );
}
