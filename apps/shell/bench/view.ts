/** The renderer, for a program that has it in its first chunk. */
export { drawFailure, drawPortal, followWorkerSwitch, prepareAuth } from '../src/view';
