/** Shared by areas that show requirement sets: trainees choose them, staff writes them. */
export { FigureList } from './FigureList';
export { RequirementFacts, SourceMissing } from './RequirementFacts';
export { setScope, setVersion } from './requirement-words';
