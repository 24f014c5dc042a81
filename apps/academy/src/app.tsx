import { areaPages, lazyPage } from '@nemus/area';
import { defineRemote } from '@nemus/contract/react';
import { Route } from 'react-router-dom';
import { CERTIFICATE_CHECK } from './paths';

const CodePage = lazyPage(() => import('./pages/participants/CodePage'));
const ParticipantsPage = lazyPage(() => import('./pages/participants/ParticipantsPage'));
const AuditPage = lazyPage(() => import('./pages/audit/AuditPage'));
const InstitutionsPage = lazyPage(() => import('./pages/people/InstitutionsPage'));
const OrderPage = lazyPage(() => import('./pages/orders/OrderPage'));
const BookkeepingPage = lazyPage(() => import('./pages/bookkeeping/BookkeepingPage'));
const InvoicesPage = lazyPage(() => import('./pages/invoices/InvoicesPage'));
const TurnoverPage = lazyPage(() => import('./pages/turnover/TurnoverPage'));
const TransfersPage = lazyPage(() => import('./pages/transfers/TransfersPage'));
const StatementPage = lazyPage(() => import('./pages/transfers/StatementPage'));
const TermsPage = lazyPage(() => import('./pages/transfers/TermsPage'));
const OrdersPage = lazyPage(() => import('./pages/orders/OrdersPage'));
const OrderTasksPage = lazyPage(() => import('./pages/orders/OrderTasksPage'));
const WithdrawalsPage = lazyPage(() => import('./pages/orders/WithdrawalsPage'));
const PeoplePage = lazyPage(() => import('./pages/people/PeoplePage'));
const NamesPage = lazyPage(() => import('./pages/people/NamesPage'));
const SupportPage = lazyPage(() => import('./pages/people/SupportPage'));
const PersonPage = lazyPage(() => import('./pages/people/PersonPage'));
const StartPage = lazyPage(() => import(/* webpackChunkName: "academy-first-page" */ './pages/start/StartPage'));
const LearningPage = lazyPage(() => import('./pages/learning/LearningPage'));
const LearningPreviewPage = lazyPage(() => import('./pages/learning/PreviewPage'));
const LearningCoursePage = lazyPage(() => import('./pages/learning/CoursePage'));
const CertificatePage = lazyPage(() => import('./pages/certificate-check/CertificatePage'));
const CataloguePage = lazyPage(() => import('./pages/catalogue/CataloguePage'));
const NewSeminarPage = lazyPage(() => import('./pages/catalogue/NewSeminarPage'));
const ImportPage = lazyPage(() => import('./pages/catalogue/ImportPage'));
const SeminarPage = lazyPage(() => import('./pages/catalogue/SeminarPage'));
const RequirementsPage = lazyPage(() => import('./pages/requirements/RequirementsPage'));
const NewRequirementsPage = lazyPage(() => import('./pages/requirements/NewRequirementsPage'));
const RequirementSetPage = lazyPage(() => import('./pages/requirements/RequirementSetPage'));

const DatesPage = lazyPage(() => import('./pages/dates/DatesPage'));
const NewDatePage = lazyPage(() => import('./pages/dates/NewDatePage'));
const TeachersPage = lazyPage(() => import('./pages/dates/TeachersPage'));
const RoomsPage = lazyPage(() => import('./pages/dates/RoomsPage'));
const DatePage = lazyPage(() => import('./pages/dates/DatePage'));
const EditDatePage = lazyPage(() => import('./pages/dates/EditDatePage'));
const PartsPage = lazyPage(() => import('./pages/dates/PartsPage'));

export default defineRemote(
  areaPages(
    <>
      <Route path={'/academy'} element={<StartPage />} />
      <Route path="/academy/dates/:dateId/participants" element={<ParticipantsPage />} />
      <Route path="/academy/dates/:dateId/code" element={<CodePage />} />
      <Route path="/academy/e-learning" element={<LearningPage />} />
      <Route path="/academy/e-learning/:courseId" element={<LearningCoursePage />} />
      <Route path="/academy/e-learning/:courseId/ansicht" element={<LearningPreviewPage />} />
      <Route path="/academy/dates" element={<DatesPage />} />
      <Route path="/academy/dates/neu" element={<NewDatePage />} />
      <Route path="/academy/dates/lehrende" element={<TeachersPage />} />
      <Route path="/academy/dates/raeume" element={<RoomsPage />} />
      <Route path="/academy/dates/:dateId" element={<DatePage />} />
      <Route path="/academy/dates/:dateId/bearbeiten" element={<EditDatePage />} />
      <Route path="/academy/dates/:dateId/teile" element={<PartsPage />} />
      <Route path="/academy/orders" element={<OrdersPage />} />
      <Route path="/academy/orders/open" element={<OrderTasksPage />} />
      <Route path="/academy/orders/bookkeeping" element={<BookkeepingPage />} />
      <Route path="/academy/orders/invoices" element={<InvoicesPage />} />
      <Route path="/academy/orders/turnover" element={<TurnoverPage />} />
      <Route path="/academy/orders/transfers" element={<TransfersPage />} />
      <Route path="/academy/orders/transfers/import" element={<StatementPage />} />
      <Route path="/academy/orders/transfers/terms" element={<TermsPage />} />
      <Route path="/academy/orders/withdrawals" element={<WithdrawalsPage />} />
      <Route path="/academy/orders/:orderId" element={<OrderPage />} />
      <Route path="/academy/people" element={<PeoplePage />} />
      <Route path="/academy/people/institutions" element={<InstitutionsPage />} />
      <Route path="/academy/people/names" element={<NamesPage />} />
      <Route path="/academy/people/support" element={<SupportPage />} />
      <Route path="/academy/people/:userId" element={<PersonPage />} />
      <Route path="/academy/audit" element={<AuditPage />} />
      <Route path="/academy/requirements" element={<RequirementsPage />} />
      <Route path="/academy/requirements/new" element={<NewRequirementsPage />} />
      <Route path="/academy/requirements/:setId" element={<RequirementSetPage />} />
      <Route path="/academy/catalogue" element={<CataloguePage />} />
      <Route path="/academy/catalogue/new" element={<NewSeminarPage />} />
      <Route path="/academy/catalogue/import" element={<ImportPage />} />
      <Route path="/academy/catalogue/:courseId" element={<SeminarPage />} />
      <Route path={`${CERTIFICATE_CHECK}/*`} element={<CertificatePage />} />
    </>,
  ),
);
