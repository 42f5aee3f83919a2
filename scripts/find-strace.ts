import { findProgram } from './find-program.ts';

/** The path of an strace, fetched where there is none. @throws an Error that says what to do */
export const findStrace = () => findProgram('strace', 'STRACE_PATH');
