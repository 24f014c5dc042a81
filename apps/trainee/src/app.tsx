import { lazy } from 'react';
import { AreaPages } from '@nemus/area';
import { defineRemote } from '@nemus/contract/react';
import { Route } from 'react-router-dom';

const DashboardPage = lazy(() => import('./pages/dashboard/DashboardPage'));
const ProfilePage = lazy(() => import('./pages/profile/ProfilePage'));
const CompetenciesPage = lazy(() => import('./pages/competencies/CompetenciesPage'));
const CatalogPage = lazy(() => import('./pages/catalog/CatalogPage'));
const AppointmentsPage = lazy(() => import('./pages/appointments/AppointmentsPage'));

function Root() {
  return (
    <AreaPages>
      <Route path="/dashboard" element={<DashboardPage />} />
      <Route path="/profile" element={<ProfilePage />} />
      <Route path="/competencies" element={<CompetenciesPage />} />
      <Route path="/seminar-catalog" element={<CatalogPage />} />
      <Route path="/appointments" element={<AppointmentsPage />} />
    </AreaPages>
  );
}

export default defineRemote({ root: Root });
