import { tunedMonolith } from '../../src/builds/program';

export default tunedMonolith();
