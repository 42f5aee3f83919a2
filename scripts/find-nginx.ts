import { findProgram } from './find-program.ts';

/** The path of an nginx, fetched where there is none. @throws an Error that says what to do */
export const findNginx = () => findProgram('nginx', 'NGINX_PATH');
