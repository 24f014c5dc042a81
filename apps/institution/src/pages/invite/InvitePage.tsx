import { Breadcrumbs, Page, Tabs } from '@nemus/ui';
import { Link, useSearchParams } from 'react-router-dom';
import { ApprovalNotice, useApproved } from '../../approval/ApprovalNotice';
import { paths } from '../../paths';
import { InviteMany } from './InviteMany';
import { InviteOne } from './InviteOne';

const TABS = [
  { value: 'eine', label: 'Eine Person' },
  { value: 'mehrere', label: 'Mehrere Personen' },
] as const;

/** Invites trainees by mail. */
export default function InvitePage() {
  const approved = useApproved();
  const [params, setParams] = useSearchParams();
  const many = params.get('art') === 'mehrere';
  return (
    <Page
      width="narrow"
      title="PiW einladen"
      intro="Jede Person bekommt eine E-Mail mit einem Link, der 14 Tage gilt. Verbunden ist, wer sich damit anmeldet oder registriert und die Einladung annimmt."
      above={
        <Breadcrumbs
          component={Link}
          items={[{ label: 'PiW Verwaltung', to: paths.trainees }, { label: 'Einladen' }]}
        />
      }
    >
      <Tabs
        label="Wen möchten Sie einladen?"
        items={TABS}
        value={many ? 'mehrere' : 'eine'}
        onChange={(value) => setParams(value === 'mehrere' ? { art: value } : {}, { replace: true })}
      >
        {approved ? many ? <InviteMany /> : <InviteOne /> : <ApprovalNotice />}
      </Tabs>
    </Page>
  );
}
