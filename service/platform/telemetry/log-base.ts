import { hostname } from 'node:os';
import process from 'node:process';
import { version } from '../process/version.ts';

/** The fields of every log line: pino's own and the version of this build. */
export const logBase = { pid: process.pid, hostname: hostname(), version };
