import type { FastifyBaseLogger } from 'fastify';
import webPush from 'web-push';
import type { ServiceContext } from '#core/context/context.ts';
import { lineOf } from '#core/notices/notice-line.ts';
import {
  type DuePush,
  duePushes,
  recordPushed,
  recordPushFailure,
  removePush,
} from '../operations/push/push-queue.ts';
import {
  openWebhookSender,
  type PostOutcome,
  type PostWebhook,
} from '../operations/webhooks/post-webhook.ts';
import { measure } from '../platform/telemetry/measured.ts';
import { pushesSent } from '../platform/telemetry/worker-metrics.ts';
import { inRounds, runAlone, type Timing } from './run-alone.ts';

const PUSH_LOCK = 7_266_015;
const maxBackoffMs = 5 * 60_000;
/** How long a push service keeps a message for a browser that does not run. */
const keptSeconds = 24 * 3_600;

interface Pushing {
  context: ServiceContext;
  post: PostWebhook;
  vapidDetails: webPush.RequestOptions['vapidDetails'] & object;
  pauseSeconds: number;
}

/**
 * Sends notices to browsers (RFC 8030) until the signal aborts; returns at once if no key is configured. The push service
 * sees who sends how much to whom, but not what: messages are encrypted for the browser (RFC 8291).
 */
export async function runPushes(
  context: ServiceContext,
  log: FastifyBaseLogger,
  signal: AbortSignal,
  { wait, retryMs }: Timing,
): Promise<void> {
  const { push, environment } = context.config;
  const { vapidPrivateKey } = context.secrets;
  if (!push || !vapidPrivateKey) return;
  const sender = openWebhookSender({ onlyPublic: environment !== 'local' });
  const { contact: subject, publicKey, pauseSeconds } = push;
  const vapidDetails = { subject, publicKey, privateKey: vapidPrivateKey };
  const pushing = { context, post: sender.post, vapidDetails, pauseSeconds };
  const loop = { name: 'pushes', lock: PUSH_LOCK, retryMs, maxBackoffMs };
  await runAlone(
    context.db,
    log,
    signal,
    loop,
    inRounds(() => pushDue(pushing), wait),
  );
  await sender.close();
}

async function pushDue(pushing: Pushing): Promise<boolean> {
  const due = await duePushes(pushing.context.db);
  const attempts = await Promise.allSettled(due.map((one) => pushOne(pushing, one)));
  const failed = attempts.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
  return due.length > 0;
}

async function pushOne({ context: { db }, post, vapidDetails, pauseSeconds }: Pushing, push: DuePush) {
  const { endpoint, p256dh, auth, notice, numbers } = push;
  const further = numbers.length - 1;
  const line = lineOf(notice);
  const payload = JSON.stringify({
    // As the subject of a mail, without a name that others gave.
    title: 'Labroom',
    body: further > 0 ? `${line}\nand ${further} more` : line,
  });
  const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
    vapidDetails,
    TTL: keptSeconds,
  });
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]);
  const sending = post(endpoint, { ...Object.fromEntries(named), 'user-agent': 'Labroom' }, body);
  const outcome = await measure('push', sending);
  const result = resultOf(outcome);
  pushesSent.inc({ outcome: result });
  if (result === 'sent') return recordPushed(db, push, pauseSeconds);
  return result === 'removed' ? removePush(db, push) : recordPushFailure(db, push);
}

/** 404 and 410 say that the browser has no such subscription any more (RFC 8030, 7.3). */
function resultOf(outcome: PostOutcome): 'sent' | 'removed' | 'failed' {
  if (!('status' in outcome)) return 'failed';
  const { status } = outcome;
  if (status >= 200 && status < 300) return 'sent';
  return status === 404 || status === 410 ? 'removed' : 'failed';
}
