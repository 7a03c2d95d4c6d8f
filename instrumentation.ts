import { WebEnvError, webEnv } from './lib/env.ts';

/** Next runs it before the first request: a server whose configuration cannot work says so and ends, and shows no page. */
export function register(): void {
  try {
    webEnv();
  } catch (error) {
    console.error(error instanceof WebEnvError ? error.message : error);
    process.exit(1);
  }
}
