import { room } from '../suite-config';

/** The figures of all areas that show any, which are compared with each other. */
export default room(import.meta.dirname);
