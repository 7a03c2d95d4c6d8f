import { createTransport } from 'nodemailer';
import type { SmtpServer } from '#platform/config/secrets.ts';
import { measure } from '#platform/telemetry/measured.ts';

/** Connections to the mail server. */
const mostConnections = 4;
const connectMs = 10_000;
const answerMs = 30_000;

/** A mail server's decision about one mail: it took it, refused it for now, or refuses it for good. */
export type MailOutcome = 'SENT' | 'DEFERRED' | 'REJECTED';

export interface Mail {
  from: string;
  to: string;
  /** Without angle brackets. */
  messageId: string;
  subject: string;
  text: string;
  unsubscribe: string | null;
}

/**
 * The mail server cannot be reached, or takes no mail of this service. It keeps nothing of the original error, because
 * that names addresses.
 */
export class MailServerError extends Error {
  constructor(code: string | undefined, status: number | undefined) {
    super(`The mail server takes no mail: ${[code, status].filter(Boolean).join(' ') || 'unknown error'}`);
    this.name = 'MailServerError';
  }
}

export interface Mailer {
  /** @throws MailServerError */
  send(mail: Mail): Promise<MailOutcome>;
  /** Connects and signs in, and sends nothing. @throws MailServerError */
  verify(): Promise<void>;
  close(): void;
}

/** Opens connections to the mail server, on demand. */
export function openMailer(server: SmtpServer): Mailer {
  const { host, port, implicitTls, requiresTls, user, password } = server;
  const transport = createTransport({
    pool: true,
    maxConnections: mostConnections,
    host,
    port,
    secure: implicitTls,
    requireTLS: requiresTls,
    // Mail servers of a developer have certificates of their own.
    tls: { rejectUnauthorized: requiresTls, minVersion: 'TLSv1.2' },
    ...(user !== undefined && password !== undefined && { auth: { user, pass: password } }),
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: answerMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ from, to, messageId, subject, text, unsubscribe }) {
      try {
        const sending = transport.sendMail({
          // Addresses as objects are not parsed for further recipients.
          from: { name: 'Labroom', address: from },
          to: { name: '', address: to },
          envelope: { from, to: [to] },
          messageId: `<${messageId}>`,
          subject,
          text,
          headers: {
            'Auto-Submitted': 'auto-generated',
            ...(unsubscribe && {
              'List-Unsubscribe': { prepared: true, value: `<${unsubscribe}>` },
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }),
          },
        });
        await measure('mail', sending);
        return 'SENT';
      } catch (error) {
        return outcomeOf(error as SmtpFailure);
      }
    },
    async verify() {
      await transport.verify().catch(({ code, responseCode }: SmtpFailure) => {
        throw new MailServerError(code, responseCode);
      });
    },
    close: () => transport.close(),
  };
}

interface SmtpFailure {
  code?: string;
  command?: string;
  responseCode?: number;
}

/** Only an answer about the recipient or the message is one about the address. */
function outcomeOf({ code, command, responseCode }: SmtpFailure): MailOutcome {
  if (!responseCode || (command !== 'RCPT TO' && command !== 'DATA'))
    throw new MailServerError(code, responseCode);
  return responseCode >= 500 ? 'REJECTED' : 'DEFERRED';
}
