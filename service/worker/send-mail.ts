import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { ServiceContext } from '../context.ts';
import {
  type DueMail,
  dueConfirmations,
  dueMails,
  recordDeferred,
  recordMailed,
  recordRejected,
} from '../operations/mail/mail-queue.ts';
import { mailText } from '../operations/mail/mail-text.ts';
import { type Mailer, openMailer } from '../operations/mail/open-mailer.ts';
import type { MailConfig } from '../platform/config/mail.ts';
import { holdLock } from '../platform/db/advisory-lock.ts';
import { mailsSent } from '../platform/telemetry/metrics.ts';

/** Of all processes on a database, the holder sends. */
const MAIL_LOCK = 7_266_014;
const maxBackoffMs = 5 * 60_000;

interface Timing {
  pollMs: number;
  retryMs: number;
}

/**
 * Sends mail until the signal aborts; returns at once if none is configured. One process per database sends; the others
 * wait for its lock, which PostgreSQL releases when the process dies.
 *
 * [Note: mails are repeated] A mail is recorded as sent after the mail server took it. After a crash in between it is sent
 * again, with the same Message-ID, by which mailboxes may drop it.
 */
export async function runMail(
  context: ServiceContext,
  log: FastifyBaseLogger,
  signal: AbortSignal,
  { pollMs, retryMs }: Timing,
): Promise<void> {
  const { mail } = context.config;
  const { smtpServer } = context.secrets;
  if (!mail || !smtpServer) return;
  const mailer = openMailer(smtpServer);
  let failures = 0;
  while (!signal.aborted) {
    try {
      await using lock = await holdLock(context.db, MAIL_LOCK);
      while (lock && !signal.aborted) {
        if (lock.lost.aborted) throw new Error('The connection that holds the lock of mail was lost');
        const sent = await sendDue(context, log, mailer, mail);
        failures = 0;
        if (sent === 0) await wait(pollMs, AbortSignal.any([signal, lock.lost]));
      }
      await wait(retryMs, signal);
    } catch (error) {
      const delay = Math.min(maxBackoffMs, retryMs * 2 ** failures);
      failures += 1;
      log.warn({ err: error, retryInMs: delay }, 'mail interrupted');
      await wait(delay, signal);
    }
  }
  mailer.close();
}

/** @returns how many mails were attempted */
async function sendDue(
  context: ServiceContext,
  log: FastifyBaseLogger,
  mailer: Mailer,
  config: MailConfig,
): Promise<number> {
  const due = [...(await dueConfirmations(context.db)), ...(await dueMails(context.db, config))];
  const attempts = await Promise.allSettled(due.map((mail) => sendOne(context, log, mailer, mail)));
  const failed = attempts.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
  return due.length;
}

async function sendOne(
  context: ServiceContext,
  log: FastifyBaseLogger,
  mailer: Mailer,
  mail: DueMail,
): Promise<void> {
  const { db, config } = context;
  const from = config.mail?.from ?? '';
  const outcome = await mailer.send({
    ...mailText(context, mail),
    from,
    to: mail.address,
    messageId: `${mail.mailId}@${from.split('@')[1]}`,
  });
  mailsSent.inc({ outcome: outcome.toLowerCase() });
  if (outcome === 'SENT') return recordMailed(db, mail);
  const isDisabled = outcome === 'REJECTED' || (await recordDeferred(db, mail)).isDisabled;
  if (outcome === 'REJECTED') await recordRejected(db, mail);
  if (isDisabled) log.warn({ mailAddress: mail.id }, 'mail address disabled');
}

const wait = (ms: number, signal: AbortSignal) =>
  pause(ms, undefined, { signal }).then(
    () => undefined,
    () => undefined,
  );
