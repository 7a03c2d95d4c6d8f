import { SharedReads } from '@labroom/protocol/shared-reads';
import type { ServiceContext } from '#core/context/context.ts';
import { databaseTime } from './clock.ts';
import {
  clockFault,
  databaseFault,
  descriptorFault,
  nodeFault,
  secretFault,
  spaceFault,
  storageFault,
} from './faults.ts';
import { hasSpace } from './space.ts';
import { withinTime } from './within-time.ts';

/** What a process needs to serve everything. `space`: PostgreSQL can write to its disk. `descriptors`: files and connections may be opened. */
export const needs = ['database', 'space', 'clock', 'secret', 'chain', 'storage', 'descriptors'] as const;
export type Need = (typeof needs)[number];

/**
 * By need: null if it is there, else a sentence that names the variable, for operators; none quotes a value. Undefined where it could not be
 * tried, e.g. the clock of a database that does not answer.
 */
export type Faults = Readonly<Record<Need, string | null | undefined>>;

type Asked = Pick<ServiceContext, 'config' | 'db' | 'chain' | 'storage' | 'secrets'>;

const shared = new WeakMap<Asked, SharedReads<Faults>>();

/** Longest time in milliseconds that another party may take to respond. Gauges wait for two seconds (`state-metrics.ts`). */
const timeoutMs = 1_500;

/** Tries what this process needs. Callers at the same time share one try. Never rejects. */
export function findFaults(context: Asked): Promise<Faults> {
  const reads = shared.get(context) ?? new SharedReads<Faults>();
  shared.set(context, reads);
  return reads.read('faults', () => ask(context));
}

async function ask(context: Asked): Promise<Faults> {
  const { db, chain, storage, config, secrets } = context;
  const [time, space, secret, node, objects] = await Promise.all([
    withinTime(databaseTime(db), timeoutMs),
    withinTime(hasSpace(db), timeoutMs),
    withinTime(secretFault(db, secrets), timeoutMs),
    withinTime(nodeFault(chain, config.environment), timeoutMs),
    withinTime(storage.answers(), timeoutMs),
  ]);
  return {
    database: databaseFault(time),
    space: 'value' in space ? spaceFault(space.value) : undefined,
    clock: 'value' in time ? clockFault(time.value.offsetSeconds) : undefined,
    secret: 'value' in secret ? secret.value : undefined,
    chain:
      'value' in node
        ? node.value
        : 'RPC_URL: the node does not answer, so nothing is written and no key is released.',
    storage: storageFault(objects, config.storage),
    descriptors: await descriptorFault(),
  };
}

/** The sentences of what is missing. */
export const sentencesOf = (faults: Faults): string[] => needs.flatMap((need) => faults[need] ?? []);
