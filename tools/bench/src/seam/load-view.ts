/** Stands in for the shell's `load-view.ts`: one program draws with the files that start it. */
import * as view from '../../../../apps/shell/bench/view';

export const loadView = () => Promise.resolve(view);
