import { areaPages, lazyPage } from '@nemus/area';
import { RolePages } from '@nemus/area/roles';
import { defineRemote } from '@nemus/contract/react';
import { MEMBER_ROLES } from '@nemus/data';
import { Navigate, Route } from 'react-router-dom';

const DashboardPage = lazyPage(
  () => import(/* webpackChunkName: "institution-first-page" */ './pages/dashboard/DashboardPage'),
);
const TraineesPage = lazyPage(() => import('./pages/trainees/TraineesPage'));
const InvitePage = lazyPage(() => import('./pages/invite/InvitePage'));
const TraineePage = lazyPage(() => import('./pages/trainee/TraineePage'));
const TraineeEditPage = lazyPage(() => import('./pages/trainee/TraineeEditPage'));
const BookingsPage = lazyPage(() => import('./pages/bookings/BookingsPage'));
const SeatsPage = lazyPage(() => import('./pages/seats/SeatsPage'));
const PurchasesPage = lazyPage(() => import('./pages/purchases/PurchasesPage'));
const ReportsPage = lazyPage(() => import('./pages/reports/ReportsPage'));
const SettingsPage = lazyPage(() => import('./pages/settings/SettingsPage'));
const MembersPage = lazyPage(() => import('./pages/members/MembersPage'));
const MembershipsPage = lazyPage(() => import('./pages/memberships/MembershipsPage'));
const InvitationPage = lazyPage(() => import('./pages/invitation/InvitationPage'));
const MembershipPage = lazyPage(() => import('./pages/membership/MembershipPage'));
const AuditPage = lazyPage(() => import('./pages/audit/AuditPage'));

export default defineRemote(
  areaPages(
    <>
      <Route path="/dashboard" element={<DashboardPage />} />
      <Route path="/dashboard/report" element={<ReportsPage />} />
      <Route path="/dashboard/report/:week" element={<ReportsPage />} />
      <Route element={<RolePages roles={['booking', 'confirming', 'reading']} title="PiW Verwaltung" />}>
        <Route path="/piw-management" element={<TraineesPage />} />
        <Route path="/piw-management/:traineeId" element={<TraineePage />} />
      </Route>
      <Route element={<RolePages roles={['booking']} title="PiW Verwaltung" />}>
        <Route path="/piw-management/einladen" element={<InvitePage />} />
        <Route path="/piw-management/:traineeId/bearbeiten" element={<TraineeEditPage />} />
      </Route>
      <Route element={<RolePages roles={['booking', 'reading']} title="Kursbuchungen" />}>
        <Route path="/course-bookings" element={<BookingsPage />} />
        <Route path="/course-bookings/plaetze" element={<SeatsPage />} />
      </Route>
      <Route element={<RolePages roles={['billing']} title="Käufe" />}>
        <Route path="/purchases" element={<PurchasesPage />} />
      </Route>
      <Route element={<RolePages roles={MEMBER_ROLES} title="Einstellungen" />}>
        <Route path="/settings" element={<SettingsPage />} />
      </Route>
      <Route element={<RolePages roles={['administration']} title="Mitglieder" />}>
        <Route path="/settings/members" element={<MembersPage />} />
      </Route>
      <Route element={<RolePages roles={['administration']} title="Protokoll" />}>
        <Route path="/settings/audit" element={<AuditPage />} />
      </Route>
      <Route path="/settings/memberships" element={<MembershipsPage />} />
      <Route path="/einladung" element={<InvitationPage />} />
      <Route path="/mitglied-werden" element={<MembershipPage />} />
      {/* Paths of an earlier menu stay usable (S-2.5). */}
      <Route path="/book-seminars" element={<Navigate to="/course-bookings" replace />} />
      <Route path="/members" element={<Navigate to="/settings/members" replace />} />
      <Route path="/reports" element={<Navigate to="/purchases" replace />} />
    </>,
  ),
);
