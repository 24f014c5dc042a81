import { pageReads, QueryPart } from '@nemus/area';
import { releaseRightsQuery, type ReleaseRights } from '@nemus/data';
import { ButtonLink, EmptyState, Page, SkeletonCard } from '@nemus/ui';
import { Link } from 'react-router-dom';
import { HistorySection } from '../../history/HistorySection';
import { MeetingSection } from '../../meetings/MeetingSection';
import { ReleaseSection } from '../../releases/ReleaseSection';
import { SignatureSection } from '../../releases/SignatureSection';

/** Not kept: a right that was withdrawn must not open the page again. */
export const { reads, usePageReads } = pageReads(
  ({ client, userId }) => ({ rights: releaseRightsQuery(client, userId) }),
  { kept: false },
);

/** What runs for all accounts, for operators and release teams. What one browser runs is on `/diagnose`. */
export default function StartPage() {
  const { rights } = usePageReads();
  return (
    <Page
      title="Betrieb"
      intro="Was für alle Konten läuft: Veröffentlichungen, ihre Meldungen und wie die Bereiche zusammenpassen."
      width="wide"
      actions={
        <ButtonLink component={Link} to="/diagnose">
          Diagnose dieses Browsers
        </ButtonLink>
      }
    >
      <QueryPart query={rights} title="Ihre Berechtigung" loading={<SkeletonCard lines={6} />}>
        {(known) => (isReleaser(known) ? <Sections isOperator={known.operator} /> : <Denied />)}
      </QueryPart>
    </Page>
  );
}

const isReleaser = ({ operator, remotes }: ReleaseRights) => operator || remotes.length > 0;

function Sections({ isOperator }: { isOperator: boolean }) {
  return (
    <>
      <ReleaseSection />
      {isOperator ? <HistorySection /> : null}
      <MeetingSection />
      <SignatureSection />
    </>
  );
}

function Denied() {
  return (
    <EmptyState icon="lock" title="Diese Seite ist für Ihr Konto nicht freigegeben">
      Sie ist für die Teams, die Bereiche veröffentlichen, und für den Betrieb des Portals.
    </EmptyState>
  );
}
