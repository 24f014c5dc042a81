import { areaPages, lazyPage } from '@nemus/area';
import { defineRemote } from '@nemus/contract/react';
import { Route } from 'react-router-dom';
import { LogbookRoles } from './frame/LogbookRoles';

const CasesPage = lazyPage(() => import('./pages/cases/CasesPage'));
const CertificatesPage = lazyPage(() => import('./pages/certificates/CertificatesPage'));
const ConfirmingPage = lazyPage(() => import('./pages/confirming/ConfirmingPage'));
const CreditPage = lazyPage(() => import('./pages/credit/CreditPage'));
const DecisionsPage = lazyPage(() => import('./pages/decisions/DecisionsPage'));
const EntriesPage = lazyPage(() => import('./pages/entries/EntriesPage'));
const ImportPage = lazyPage(() => import('./pages/import/ImportPage'));
const InboxPage = lazyPage(() => import('./pages/inbox/InboxPage'));
const PeoplePage = lazyPage(() => import('./pages/people/PeoplePage'));
const RequirementsPage = lazyPage(() => import('./pages/requirements/RequirementsPage'));
const PaperPage = lazyPage(() => import('./pages/paper/PaperPage'));
const TraineePage = lazyPage(() => import('./pages/trainee/TraineePage'));
const SignOffPage = lazyPage(() => import('./pages/sign-off/SignOffPage'));
const SitesPage = lazyPage(() => import('./pages/sites/SitesPage'));
const StartPage = lazyPage(() => import(/* webpackChunkName: "logbook-first-page" */ './pages/start/StartPage'));
const WorkloadPage = lazyPage(() => import('./pages/workload/WorkloadPage'));

export default defineRemote(
  areaPages(
    <>
      <Route path={'/logbook'} element={<StartPage />} />
      <Route path="/logbook/cases" element={<CasesPage />} />
      <Route path="/logbook/entries" element={<EntriesPage />} />
      <Route path="/logbook/certificates" element={<CertificatesPage />} />
      <Route path="/logbook/import" element={<ImportPage />} />
      <Route path="/logbook/sites" element={<SitesPage />} />
      <Route path="/logbook/credit" element={<CreditPage />} />
      <Route path="/logbook/confirming" element={<ConfirmingPage />} />
      <Route path="/logbook/decisions" element={<DecisionsPage />} />
      <Route path="/logbook/inbox" element={<InboxPage />} />
      <Route path="/logbook/requirements" element={<RequirementsPage />} />
      <Route path="/logbook/paper" element={<PaperPage />} />
      <Route element={<LogbookRoles />}>
        <Route path="/logbook/trainees/:traineeId" element={<TraineePage />} />
        <Route path="/logbook/people" element={<PeoplePage />} />
        <Route path="/logbook/workload" element={<WorkloadPage />} />
      </Route>
      <Route path="/logbuch-bestaetigen" element={<SignOffPage />} />
    </>,
  ),
);
