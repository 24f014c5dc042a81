import { lateModule } from './late-module';

/** What shows the text of a tooltip; in the file of the other late components. */
export const popper = lateModule(() => import(/* webpackChunkName: "parts" */ './popper'));
