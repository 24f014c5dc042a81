import { lazy, Suspense } from 'react';
import { AreaFrame, AreaNotFound, PageSkeleton } from '@nemus/area';
import { defineRemote } from '@nemus/contract/react';
import { Route, Routes } from 'react-router-dom';

const CoursesPage = lazy(() => import('./pages/courses/CoursesPage'));
const CoursePage = lazy(() => import('./pages/course/CoursePage'));
const BlockPage = lazy(() => import('./pages/block/BlockPage'));

function Root() {
  return (
    <AreaFrame>
      <Suspense fallback={<PageSkeleton />}>
        <Routes>
          <Route path="/e-learning" element={<CoursesPage />} />
          <Route path="/course/:courseId" element={<CoursePage />} />
          <Route path="/course/:courseId/:blockId" element={<BlockPage />} />
          <Route path="*" element={<AreaNotFound />} />
        </Routes>
      </Suspense>
    </AreaFrame>
  );
}

export default defineRemote({ root: Root });
