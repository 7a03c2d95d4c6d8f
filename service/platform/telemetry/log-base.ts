import { hostname } from 'node:os';
import process from 'node:process';
import { commit, version } from '../process/version.ts';

/** The fields of every log line: pino's own, and version and commit of this build. */
export const logBase = { pid: process.pid, hostname: hostname(), version, commit };
