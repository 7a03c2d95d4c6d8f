import type { FastifyBaseLogger } from 'fastify';
import type { ServiceContext } from '#core/context/context.ts';
import type { WaitForWork } from '#platform/jobs/waiter.ts';
import type { EventReader } from '../graphql/read-events.ts';
import {
  deliverable,
  dueRuns,
  queueDeliveries,
  type Run,
  recordDelivery,
  recordFailure,
  runKey,
  waitingOf,
} from '../operations/webhooks/delivery-store.ts';
import { openWebhookSender, type PostWebhook } from '../operations/webhooks/post-webhook.ts';
import { signedHeaders } from '../operations/webhooks/sign-webhook.ts';
import { webhookSecretContext } from '../operations/webhooks/webhook-store.ts';
import { webhookAttempts } from '../platform/telemetry/worker-metrics.ts';
import { runAlone, type Timing } from './run-alone.ts';

/** Of all processes on a database, the holder delivers. */
const WEBHOOK_LOCK = 7_266_013;
/** Requests at once, in total and to one endpoint. An endpoint that has failed for a minute gets one. */
const mostAtOnce = 128;
const mostPerWebhook = 4;
/** Events of a lab that are read at once. */
const portion = 20;
const maxBackoffMs = 15_000;

interface Delivering {
  context: ServiceContext;
  log: FastifyBaseLogger;
  signal: AbortSignal;
  post: PostWebhook;
  readEvents: EventReader;
}

/**
 * Sends events to webhooks until the signal aborts. One process per database sends; the others wait for its lock, which
 * PostgreSQL releases when the process dies.
 *
 * [Note: order of deliveries] The events of one lab go to one endpoint one after the other, and a failed one is repeated
 * before the next. Labs and endpoints do not wait for each other. An event is recorded as delivered after its answer, so
 * after a crash in between it is sent again, with the same id.
 */
export async function runWebhooks(
  context: ServiceContext,
  log: FastifyBaseLogger,
  signal: AbortSignal,
  { wait, retryMs }: Timing,
): Promise<void> {
  const sender = openWebhookSender({ onlyPublic: context.config.environment !== 'local' });
  let reader: Promise<EventReader> | undefined;
  const readEvents: EventReader = async (query) => {
    // The whole API, which a worker without webhooks does not need in memory.
    reader ??= import('../graphql/read-events.ts').then(({ openEventReader }) =>
      openEventReader(context, log),
    );
    return (await reader)(query);
  };
  const loop = { name: 'webhooks', lock: WEBHOOK_LOCK, retryMs, maxBackoffMs };
  await runAlone(context.db, log, signal, loop, (mine, onProgress) =>
    deliver({ context, log, signal: mine, post: sender.post, readEvents }, wait, onProgress),
  );
  await sender.close();
}

async function deliver(delivering: Delivering, wait: WaitForWork, onProgress: () => void): Promise<void> {
  const { signal, log, context } = delivering;
  const running = new Map<string, Run>();
  const ended = new Set<Promise<void>>();
  let wake = new AbortController();
  try {
    while (!signal.aborted) {
      const more = await queueDeliveries(context.db);
      const due = await dueRuns(context.db, [...running.keys()], mostPerWebhook);
      onProgress();
      for (const run of due) {
        const busy = [...running.values()].filter(({ webhookId }) => webhookId === run.webhookId).length;
        if (running.size >= mostAtOnce) break;
        if (busy >= (run.isFailing ? 1 : mostPerWebhook)) continue;
        running.set(runKey(run), run);
        const one = deliverRun(delivering, run)
          .catch((error: unknown) => log.warn({ err: error, webhook: run.webhookId }, 'webhook run failed'))
          .finally(() => {
            running.delete(runKey(run));
            ended.delete(one);
            wake.abort();
          });
        ended.add(one);
      }
      if (!more) await wait(AbortSignal.any([signal, wake.signal]));
      wake = new AbortController();
    }
  } finally {
    await Promise.allSettled(ended);
  }
}

/** Sends the next events of one lab to one endpoint, in order, up to the first that fails. */
async function deliverRun({ context, log, signal, post, readEvents }: Delivering, run: Run): Promise<void> {
  const { db, kms, config } = context;
  const [target, waiting] = await Promise.all([deliverable(db, run.webhookId), waitingOf(db, run, portion)]);
  const [first] = waiting;
  if (!target || !first) return;
  const { webhook } = target;
  const secrets = await Promise.all(
    target.secrets.map(({ id, wrapped }) =>
      kms.unwrapDataKey(wrapped, webhookSecretContext(config.environment, id)),
    ),
  );
  try {
    const events = await readEvents({
      after: first.number - 1,
      oclId: run.oclId,
      filter: webhook.filter,
      perPage: waiting.length,
      isForMembers: webhook.oclId !== null,
    });
    for (const { number, kind, at } of waiting) {
      if (signal.aborted) return;
      const event = events.get(String(number));
      if (!event) throw new Error(`The log has no event ${number}`);
      const type = kind.toLowerCase().replace('_', '.');
      const body = JSON.stringify({ type, timestamp: at.toISOString(), data: event });
      const outcome = await post(
        webhook.url,
        signedHeaders({ id: event.id, body, at: new Date() }, secrets),
        body,
      );
      if ('status' in outcome && outcome.status >= 200 && outcome.status < 300) {
        await recordDelivery(db, webhook.id, number, outcome.status);
        webhookAttempts.inc({ outcome: 'delivered' });
        continue;
      }
      webhookAttempts.inc({ outcome: 'failed' });
      const { isDisabled } = await recordFailure(db, webhook, number, outcome);
      if (isDisabled) log.warn({ webhook: webhook.id, ...outcome }, 'webhook disabled');
      return;
    }
  } finally {
    for (const secret of secrets) secret.fill(0);
  }
}
