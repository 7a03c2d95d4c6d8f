import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/**
 * Prometheus metrics of this process. Labels take values from fixed lists only (routes, root fields, error codes, names
 * of jobs), never from a request, so that the number of series is bounded.
 */
export const metrics = new Registry();

const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export const httpRequests = new Histogram({
  name: 'labroom_http_request_duration_seconds',
  help: 'Time from the headers of a request to the end of its answer.',
  labelNames: ['method', 'route', 'status'],
  buckets: seconds,
  registers: [metrics],
});

export const operations = new Histogram({
  name: 'labroom_graphql_operation_duration_seconds',
  help: 'Duration of a root field. `outcome` is OK or the code of its error.',
  labelNames: ['operation', 'outcome'],
  buckets: seconds,
  registers: [metrics],
});

export const refusals = new Counter({
  name: 'labroom_refusals_total',
  help: 'Root fields that ended with an error, by its code and reason (docs/specification/errors.md).',
  labelNames: ['operation', 'code', 'reason'],
  registers: [metrics],
});

export const dependencyCalls = new Histogram({
  name: 'labroom_dependency_seconds',
  help: 'Time until another party answered: store, node, kms, facilitator, mail or push. `outcome` is ok or failed.',
  labelNames: ['dependency', 'outcome'],
  buckets: seconds,
  registers: [metrics],
});

export const readsAnswered = new Counter({
  name: 'labroom_reads_total',
  help: 'Queries, by the server that answered: primary or replica. Counted with DATABASE_REPLICA_URLS only.',
  labelNames: ['from'],
  registers: [metrics],
});

export const guestsWaiting = new Gauge({
  name: 'labroom_admission_waiting',
  help: 'Requests that wait for their turn at the processor.',
  registers: [metrics],
});

export const guestProcessorSeconds = new Counter({
  name: 'labroom_admission_processor_seconds_total',
  help: 'Processor time of requests that take turns: those of addresses, of visitors of a web app and with credentials of wallets.',
  registers: [metrics],
});

export const admissionRefused = new Counter({
  name: 'labroom_admission_refused_total',
  help: 'Requests answered 429. `cause` is time (the network used up its processor time) or turn (too many of its requests wait).',
  labelNames: ['cause'],
  registers: [metrics],
});

export const nodeBehind = new Counter({
  name: 'labroom_chain_node_behind_total',
  help: 'Reads refused because the chain node lags. `cause` is old (the block is too old) or lower (than one seen before).',
  labelNames: ['cause'],
  registers: [metrics],
});

export const untrustedCalls = new Counter({
  name: 'labroom_untrusted_calls_total',
  help: 'Calls into contracts that the configuration does not name. `budget` is small or large; `outcome` is returned, failed, exhausted or unavailable.',
  labelNames: ['budget', 'outcome'],
  registers: [metrics],
});
