import { ConfigurationError } from '../config/env.ts';

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program uses this port',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'this machine has no such address',
  EACCES: 'this user may not use this port',
};

/** Explains to the operator why an address cannot be listened on. Returns any other error unchanged. */
export function portProblem(error: unknown, variable: string, at: { host: string; port: number }): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const reason = reasons[code];
  return reason ? new ConfigurationError([`${variable}: ${at.host}:${at.port}: ${reason}`]) : error;
}
