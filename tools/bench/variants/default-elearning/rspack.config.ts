import { defaultRemote } from '../../src/builds/default-federation';

export default defaultRemote('elearning');
