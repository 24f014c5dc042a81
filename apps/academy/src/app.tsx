import { areaPages, lazyPage } from '@nemus/area';
import { defineRemote } from '@nemus/contract/react';
import { Route } from 'react-router-dom';

const CodePage = lazyPage(() => import('./pages/participants/CodePage'));
const ParticipantsPage = lazyPage(() => import('./pages/participants/ParticipantsPage'));
const StartPage = lazyPage(() => import('./pages/start/StartPage'));
const LearningPage = lazyPage(() => import('./pages/learning/LearningPage'));
const LearningCoursePage = lazyPage(() => import('./pages/learning/CoursePage'));

export default defineRemote(
  areaPages(
    <>
      <Route path={'/academy'} element={<StartPage />} />
      <Route path="/academy/dates/:dateId/participants" element={<ParticipantsPage />} />
      <Route path="/academy/dates/:dateId/code" element={<CodePage />} />
      <Route path="/academy/e-learning" element={<LearningPage />} />
      <Route path="/academy/e-learning/:courseId" element={<LearningCoursePage />} />
    </>,
  ),
);
