/** `nemus-release` for the rehearsal, which calls it some eighty times: in one file, as `npm start` has its programs. */
import { main } from '../../tools/release/src/cli/main';

process.exitCode = await main(process.argv.slice(2));
