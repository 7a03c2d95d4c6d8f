import { join } from 'node:path';

/** Environment for spawned programs, so that their second start compiles nothing. */
export const compileCache = {
  NODE_COMPILE_CACHE:
    process.env.NODE_COMPILE_CACHE ?? join(import.meta.dirname, '../node_modules/.cache/node'),
};
