import { areaPages, lazyPage } from '@nemus/area';
import { defineRemote } from '@nemus/contract/react';
import { Navigate, Route } from 'react-router-dom';

const DashboardPage = lazyPage(() => import('./pages/dashboard/DashboardPage'));
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
const AuditPage = lazyPage(() => import('./pages/audit/AuditPage'));

export default defineRemote(
  areaPages(
    <>
      <Route path="/dashboard" element={<DashboardPage />} />
      <Route path="/dashboard/report" element={<ReportsPage />} />
      <Route path="/dashboard/report/:week" element={<ReportsPage />} />
      <Route path="/piw-management" element={<TraineesPage />} />
      <Route path="/piw-management/einladen" element={<InvitePage />} />
      <Route path="/piw-management/:traineeId" element={<TraineePage />} />
      <Route path="/piw-management/:traineeId/bearbeiten" element={<TraineeEditPage />} />
      <Route path="/course-bookings" element={<BookingsPage />} />
      <Route path="/course-bookings/plaetze" element={<SeatsPage />} />
      <Route path="/purchases" element={<PurchasesPage />} />
      <Route path="/settings" element={<SettingsPage />} />
      <Route path="/settings/members" element={<MembersPage />} />
      <Route path="/settings/memberships" element={<MembershipsPage />} />
      <Route path="/settings/audit" element={<AuditPage />} />
      {/* Paths of an earlier menu stay usable (S-2.5). */}
      <Route path="/book-seminars" element={<Navigate to="/course-bookings" replace />} />
      <Route path="/reports" element={<Navigate to="/purchases" replace />} />
    </>,
  ),
);
