import { Counter, Gauge } from 'prom-client';
import { metrics } from './metrics.ts';

export const contractEvents = new Counter({
  name: 'labroom_contract_events_total',
  help: 'Events by which the contracts of the installation, their timelock or their Safe changed, as the worker saw them.',
  labelNames: ['contract', 'event'],
  registers: [metrics],
});

export const contractEventAt = new Gauge({
  name: 'labroom_contract_event_timestamp_seconds',
  help: 'When the worker last saw such an event, as Unix time.',
  labelNames: ['contract', 'event'],
  registers: [metrics],
});
