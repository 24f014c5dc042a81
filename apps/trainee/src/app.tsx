import { areaPages, lazyPage } from '@nemus/area';
import { defineRemote } from '@nemus/contract/react';
import { Route } from 'react-router-dom';

const DashboardPage = lazyPage(
  () => import(/* webpackChunkName: "trainee-first-page" */ './pages/dashboard/DashboardPage'),
);
const ProfilePage = lazyPage(() => import('./pages/profile/ProfilePage'));
const PurchasesPage = lazyPage(() => import('./pages/purchases/PurchasesPage'));
const CompetenciesPage = lazyPage(() => import('./pages/competencies/CompetenciesPage'));
const CatalogPage = lazyPage(() => import('./pages/catalog/CatalogPage'));
const AttendanceCodePage = lazyPage(() => import('./pages/attendance-code/AttendanceCodePage'));
const CoursePage = lazyPage(() => import('./pages/course/CoursePage'));
const AppointmentsPage = lazyPage(() => import('./pages/appointments/AppointmentsPage'));

export default defineRemote(
  areaPages(
    <>
      <Route path="/dashboard" element={<DashboardPage />} />
      <Route path="/profile" element={<ProfilePage />} />
      <Route path="/profile/kaeufe" element={<PurchasesPage />} />
      <Route path="/competencies" element={<CompetenciesPage />} />
      <Route path="/seminar-catalog" element={<CatalogPage />} />
      <Route path="/seminar-catalog/:courseId" element={<CoursePage />} />
      <Route path="/appointments" element={<AppointmentsPage />} />
      <Route path="/appointments/code" element={<AttendanceCodePage />} />
    </>,
  ),
);
