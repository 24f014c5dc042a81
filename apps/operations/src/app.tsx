import { areaPages, lazyPage } from '@nemus/area';
import { defineRemote } from '@nemus/contract/react';
import { Route } from 'react-router-dom';

const StartPage = lazyPage(() => import(/* webpackChunkName: "operations-first-page" */ './pages/start/StartPage'));

export default defineRemote(
  areaPages(
    <>
      <Route path={'/operations'} element={<StartPage />} />
    </>,
  ),
);
