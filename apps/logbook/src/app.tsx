import { areaPages, lazyPage } from '@nemus/area';
import { defineRemote } from '@nemus/contract/react';
import { Route } from 'react-router-dom';

const CreditPage = lazyPage(() => import('./pages/credit/CreditPage'));
const RequirementsPage = lazyPage(() => import('./pages/requirements/RequirementsPage'));
const PaperPage = lazyPage(() => import('./pages/paper/PaperPage'));
const TraineePage = lazyPage(() => import('./pages/trainee/TraineePage'));
const StartPage = lazyPage(() => import('./pages/start/StartPage'));

export default defineRemote(
  areaPages(
    <>
      <Route path={'/logbook'} element={<StartPage />} />
      <Route path="/logbook/trainees/:traineeId" element={<TraineePage />} />
      <Route path="/logbook/credit" element={<CreditPage />} />
      <Route path="/logbook/requirements" element={<RequirementsPage />} />
      <Route path="/logbook/paper" element={<PaperPage />} />
    </>,
  ),
);
