import { areaPages, lazyPage } from '@nemus/area';
import { defineRemote } from '@nemus/contract/react';
import { Route } from 'react-router-dom';

const StartPage = lazyPage(() => import('./pages/start/StartPage'));

export default defineRemote(
  areaPages(
    <>
      <Route path={'/logbook'} element={<StartPage />} />
    </>,
  ),
);
