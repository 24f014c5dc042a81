import { room } from '../room';

/** Without the sample set: every figure that the story sees comes from what somebody did on a page. */
export default room(import.meta.dirname, { sampleData: false });
