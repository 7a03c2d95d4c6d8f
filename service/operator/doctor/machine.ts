import { descriptorWarning } from '#readiness/faults.ts';
import { type Examination, failed, off, ok } from './finding.ts';

/** What this machine and the way to it give a process. */
export const machine: Examination = {
  variable: 'LABROOM_ENVIRONMENT',
  async run({ config }) {
    const limits = await descriptorWarning();
    const { environment, http, telemetry } = config;
    return [
      ok(`LABROOM_ENVIRONMENT: ${environment}, chain ${config.chain.id}.`),
      ...(limits.length > 0 ? limits.map(failed) : [ok('A process may open enough files and connections.')]),
      telemetry.metrics
        ? ok('METRICS_PORT: is set.')
        : off('METRICS_PORT: not set, so no alert can be raised.'),
      http.trustedProxies.length > 0
        ? ok('TRUSTED_PROXIES: is set.')
        : off('TRUSTED_PROXIES: not set. Behind a proxy, all callers would count as one.'),
    ];
  },
};
