import { join } from 'node:path';

/** For the environment of a program that a test spawns: the second start of a program compiles nothing. */
export const compileCache = {
  NODE_COMPILE_CACHE:
    process.env.NODE_COMPILE_CACHE ?? join(import.meta.dirname, '../node_modules/.cache/node'),
};
