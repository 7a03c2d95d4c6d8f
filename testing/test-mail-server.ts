import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface ReceivedMail extends Email {
  /** Of the envelope. */
  recipients: string[];
  /** Values of a header, as they were sent. */
  header(name: string): string[];
}

/** An answer of the server to a recipient or a message. */
const refusal = (status: number) => Object.assign(new Error('Refused'), { responseCode: status });

/** A real mail server, which keeps what it takes. */
export async function startMailServer({ port = 0, ...options }: SMTPServerOptions & { port?: number } = {}) {
  const received: ReceivedMail[] = [];
  /** Statuses with which it refuses recipients and messages; 0 takes them. */
  const state = { recipient: 0, message: 0 };
  const server = new SMTPServer({
    authOptional: true,
    closeTimeout: 100,
    disabledCommands: ['STARTTLS'],
    ...options,
    onRcptTo: (_address, _session, done) => done(state.recipient === 0 ? null : refusal(state.recipient)),
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        if (state.message !== 0) return done(refusal(state.message));
        const mail = await PostalMime.parse(Buffer.concat(chunks));
        received.push({
          ...mail,
          recipients: envelope.rcptTo.map(({ address }) => address),
          header: (name) =>
            mail.headers.filter(({ key }) => key === name.toLowerCase()).map(({ value }) => value),
        });
        done();
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', () => resolve()));
  const address = server.server.address();
  const listening = typeof address === 'object' && address ? address.port : port;
  return {
    received,
    state,
    port: listening,
    url: `smtp://127.0.0.1:${listening}`,
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}

/** The first link of a mail that contains a text. */
export function linkIn(mail: ReceivedMail | undefined, part: string): string {
  const link = mail?.text?.split(/\s+/).find((word) => word.startsWith('http') && word.includes(part));
  if (!link) throw new Error(`The mail has no link with ${part}`);
  return link;
}
