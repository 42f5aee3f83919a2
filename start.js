/**
 * Starts the site with Node's compile cache, which is beside the built pages. A start then takes two thirds of
 * the time and 25 MB less memory, because the compiler that strips types is not loaded; that is why this file
 * is JavaScript. Whoever can write to the cache could change the program just as well.
 */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// In the environment, so that child processes use it, too.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'build/compiled');
process.env.NODE_COMPILE_CACHE_PORTABLE ??= '1';
enableCompileCache();
await import('./server.ts');
