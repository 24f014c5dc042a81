import { room } from '../suite-config';

export default room(import.meta.dirname);
