import { Counter, Gauge } from 'prom-client';
import { metrics } from './metrics.ts';

export const jobSucceededAt = new Gauge({
  name: 'labroom_job_success_timestamp_seconds',
  help: 'When a job of the worker last ended without a failure, as Unix time.',
  labelNames: ['job'],
  registers: [metrics],
});

export const jobRuns = new Counter({
  name: 'labroom_job_runs_total',
  help: 'Runs of worker jobs. `outcome` is ok or failed.',
  labelNames: ['job', 'outcome'],
  registers: [metrics],
});

export const mailsSent = new Counter({
  name: 'labroom_mails_total',
  help: 'Mails given to the mail server. `outcome` is sent, deferred or rejected.',
  labelNames: ['outcome'],
  registers: [metrics],
});

export const pushesSent = new Counter({
  name: 'labroom_pushes_total',
  help: 'Messages to browsers. `outcome` is sent, removed (the browser has no subscription any more) or failed.',
  labelNames: ['outcome'],
  registers: [metrics],
});

export const webhookAttempts = new Counter({
  name: 'labroom_webhook_attempts_total',
  help: 'Events sent to webhooks. `outcome` is delivered or failed.',
  labelNames: ['outcome'],
  registers: [metrics],
});

export const scrubFaults = new Gauge({
  name: 'labroom_scrub_faults',
  help: 'Faults that the last look of the scrub found, by part: records, keys, search, objects or chain. Only in the worker that scrubs.',
  labelNames: ['part'],
  registers: [metrics],
});

export const scrubUnchecked = new Gauge({
  name: 'labroom_scrub_unchecked',
  help: 'What the last look of the scrub could not look at, by part.',
  labelNames: ['part'],
  registers: [metrics],
});

export const scrubbedAt = new Gauge({
  name: 'labroom_scrub_timestamp_seconds',
  help: 'When the scrub last looked at a part, as Unix time.',
  labelNames: ['part'],
  registers: [metrics],
});
