/** What areas that show requirement sets share: trainees choose them, staff writes them. */
export { RequirementFacts, SourceMissing } from './RequirementFacts';
export { setScope, setVersion } from './requirement-words';
