import type { FastifyBaseLogger } from 'fastify';
import type { ServiceContext } from '#core/context/context.ts';
import {
  type DueMail,
  dueConfirmations,
  dueMails,
  recordDeferred,
  recordMailed,
  recordRejected,
} from '../operations/mail/mail-queue.ts';
import { mailText } from '../operations/mail/mail-text.ts';
import type { Mailer } from '../operations/mail/open-mailer.ts';
import type { MailConfig } from '../platform/config/config.ts';
import { mailsSent } from '../platform/telemetry/worker-metrics.ts';
import { inRounds, runAlone, type Timing } from './run-alone.ts';

const MAIL_LOCK = 7_266_014;
const maxBackoffMs = 5 * 60_000;

/**
 * Sends mail until the signal aborts; returns at once if none is configured.
 *
 * [Note: mails are repeated] A mail is recorded as sent after the mail server took it. After a crash in between it is sent
 * again, with the same Message-ID, by which mailboxes may drop it.
 */
export async function runMail(
  context: ServiceContext,
  log: FastifyBaseLogger,
  signal: AbortSignal,
  { wait, retryMs }: Timing,
): Promise<void> {
  const { mail } = context.config;
  const { smtpServer } = context.secrets;
  if (!mail || !smtpServer) return;
  // Loaded only where mail is sent.
  const { openMailer } = await import('../operations/mail/open-mailer.ts');
  const mailer = openMailer(smtpServer);
  const loop = { name: 'mail', lock: MAIL_LOCK, retryMs, maxBackoffMs };
  await runAlone(
    context.db,
    log,
    signal,
    loop,
    inRounds(() => sendDue(context, log, mailer, mail), wait),
  );
  mailer.close();
}

async function sendDue(
  context: ServiceContext,
  log: FastifyBaseLogger,
  mailer: Mailer,
  config: MailConfig,
): Promise<boolean> {
  const due = [...(await dueConfirmations(context.db)), ...(await dueMails(context.db, config))];
  const attempts = await Promise.allSettled(due.map((mail) => sendOne(context, log, mailer, mail)));
  const failed = attempts.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
  return due.length > 0;
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
