import { setTimeout as pause } from 'node:timers/promises';
import { type Facilitator, FacilitatorUnavailableError } from '@labroom/payments/payment/facilitator.ts';
import type { Forward } from '@labroom/service/gateway/forward.ts';
import { claimChannels } from '@labroom/service/gateway/jobs/claim-channels.ts';
import { settleOpenCalls } from '@labroom/service/gateway/jobs/settle-open-calls.ts';
import { createExecutor } from '@labroom/service/graphql/execute.ts';
import { serviceSchema } from '@labroom/service/graphql/schema.ts';
import { createContext } from '@labroom/service/operator/installation/create-context.ts';
import { decideConfig } from '@labroom/service/platform/config/decide-config.ts';
import { readEnv } from '@labroom/service/platform/config/env.ts';
import { readSecrets } from '@labroom/service/platform/config/read-secrets.ts';
import { forwardInProcess } from '@labroom/service/routes/paid/forward-in-process.ts';
import { createServer } from '@labroom/service/routes/server.ts';
import type { Hex } from 'viem';

/**
 * The service with a gateway that things happen to. `KILL_AT` is the moment of a paid call at which the process is killed
 * with -9: `before-mutation`, `after-mutation` (it ran, not noted), `before-settlement` (noted), `after-settlement` (the chain
 * has it, not noted), and `before-claim`, `after-claim` of a channel, which it claims at once. `FAULTS` is the share of calls, from 0 to 1, in which something else goes wrong.
 */
const env = readEnv();
const config = decideConfig(env);
config.gateway.patience = { forMs: 500, everyMs: 50 };
const secrets = readSecrets(env, config.dataDir);
const context = await createContext({ config, secrets, databaseUrl: env.DATABASE_URL });
const execute = createExecutor(serviceSchema(), { introspection: true, maxDepth: null });
const real = { facilitator: context.facilitator, forward: forwardInProcess(context, execute) };
const sendToChannels = (data: Hex) => {
  if (!real.facilitator.sendToChannels) throw new Error('The facilitator sends nothing to channels');
  return real.facilitator.sendToChannels(data);
};
const faults = Number(process.env.FAULTS ?? 0);

const reach = (moment: string) => {
  if (process.env.KILL_AT === moment) process.kill(process.pid, 'SIGKILL');
};
/** One of the faults, or none. */
const fate = (kinds: readonly string[]) =>
  Math.random() < faults ? kinds[Math.floor(Math.random() * kinds.length)] : undefined;

const facilitator: Facilitator = {
  async verify(...args) {
    const fault = fate(['down', 'slow']);
    if (fault === 'down') throw new FacilitatorUnavailableError('a fault');
    if (fault === 'slow') await pause(100);
    return real.facilitator.verify(...args);
  },
  async settle(...args) {
    reach('before-settlement');
    const fault = fate(['not sent', 'answer lost', 'slow']);
    if (fault === 'not sent') return { kind: 'unknown', reason: 'a_fault', transaction: null };
    if (fault === 'slow') await pause(100);
    const settlement = await real.facilitator.settle(...args);
    reach('after-settlement');
    return fault === 'answer lost' ? { kind: 'unknown', reason: 'a_fault', transaction: null } : settlement;
  },
  reconcile: (...args) => real.facilitator.reconcile(...args),
  async sendToChannels(data) {
    reach('before-claim');
    const transaction = await sendToChannels(data);
    reach('after-claim');
    return transaction;
  },
};

const forward: Forward = async (...args) => {
  reach('before-mutation');
  const fault = fate(['500', 'lost', 'slow']);
  if (fault === '500') return { status: 500, body: {} };
  if (fault === 'slow') await pause(100);
  const answer = await real.forward(...args);
  reach('after-mutation');
  if (fault === 'lost') throw new Error('a fault');
  return answer;
};

const server = await createServer({ ...context, facilitator }, { forward });
await server.listen({ host: config.http.host, port: config.http.port });
await settleOpenCalls({ ...context, facilitator }, server.log);
if (process.env.KILL_AT?.endsWith('claim')) await claimChannels({ ...context, facilitator }, server.log);
