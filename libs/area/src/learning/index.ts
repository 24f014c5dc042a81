/** What a learner reads, also shown to authors as a preview. */
export { ModuleBody } from './ModuleBody';
