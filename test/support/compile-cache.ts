/** Node keeps what it compiles: the threads that tests start load many modules. */
import { enableCompileCache } from 'node:module';
import { COMPILE_CACHE } from './builds/run-build.ts';

enableCompileCache(COMPILE_CACHE);
