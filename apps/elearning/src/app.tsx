import { areaPages, lazyPage } from '@nemus/area';
import { defineRemote } from '@nemus/contract/react';
import { Route } from 'react-router-dom';

const CoursesPage = lazyPage(
  () => import(/* webpackChunkName: "elearning-first-page" */ './pages/courses/CoursesPage'),
);
const CoursePage = lazyPage(() => import('./pages/course/CoursePage'));
const BlockPage = lazyPage(() => import('./pages/block/BlockPage'));

export default defineRemote(
  areaPages(
    <>
      <Route path="/e-learning" element={<CoursesPage />} />
      <Route path="/course/:courseId" element={<CoursePage />} />
      <Route path="/course/:courseId/:blockId" element={<BlockPage />} />
    </>,
  ),
);
