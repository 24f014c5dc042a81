import { areaPages, lazyPage } from '@nemus/area';
import { defineRemote } from '@nemus/contract/react';
import { Route } from 'react-router-dom';

const CoursesPage = lazyPage(() => import('./CoursesPage'));

export default defineRemote(areaPages(<Route path="/courses" element={<CoursesPage />} />));
