import { findProgram } from './find-program.ts';

/** The path of a wrk, fetched where there is none. @throws an Error that says what to do */
export const findWrk = () => findProgram('wrk', 'WRK_PATH');
