import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServiceContext } from '#core/context/context.ts';
import { createAnonymousLimit } from '../auth/rate-limits/limit-rate.ts';
import { idOfLink, type MailAction, mailActions } from '../operations/mail/mail-links.ts';
import { confirmMail, unsubscribeMail } from '../operations/mail/mail-store.ts';
import { logSerializers, searchParams } from './http/byte-routes.ts';
import { reportRate } from './http/rate-headers.ts';

const style = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:12vh auto;padding:0 1.5rem}h1{font-size:1.5rem}button{font:inherit;padding:.5rem 1rem}`;
const styleHash = createHash('sha256').update(style).digest('base64');
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`;

const questions: Readonly<Record<MailAction, { title: string; text: string; button: string }>> = {
  confirm: {
    title: 'Confirm your e-mail address',
    text: 'Notices of the wallet that the mail names will be sent to this address.',
    button: 'Confirm',
  },
  unsubscribe: {
    title: 'Unsubscribe',
    text: 'No more notices of the wallet that the mail names will be sent to this address.',
    button: 'Unsubscribe',
  },
};

/**
 * `/mail/confirm` and `/mail/unsubscribe`: the pages of the links in mails. They need no sign-in. GET changes nothing,
 * because mail servers open links; the button of the page, and one-click unsubscription (RFC 8058), send POST.
 */
export async function mailRoutes(app: FastifyInstance, context: ServiceContext): Promise<void> {
  const limit = createAnonymousLimit(context);
  // One-click unsubscription sends a form. Nothing in a body matters.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume();
    payload.once('end', () => done(null));
  });
  app.addHook('onRequest', async (request, reply) => {
    const wait = reportRate(reply, await limit.ofAddress(request.ip));
    if (wait === 0) return undefined;
    reply.header('retry-after', Math.ceil(wait));
    return send(reply, 429, page('Too many requests', 'Try again in a minute.'));
  });

  for (const action of mailActions) {
    const url = `/mail/${action}`;
    app.get(url, { logSerializers }, async (request, reply) =>
      linkedId(request, action) === null ? invalid(reply) : send(reply, 200, questionPage(action)),
    );
    app.post(url, { logSerializers }, async (request, reply) => {
      const id = linkedId(request, action);
      return id === null ? invalid(reply) : run[action](id, reply);
    });
  }

  // Declared here, because the server's handler for unknown routes logs the full URL.
  app.route({
    method: ['PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    url: '/mail/:action',
    logSerializers,
    handler: (_request, reply) => reply.code(405).header('Allow', 'GET, HEAD, POST').send(),
  });

  const linkedId = (request: FastifyRequest, action: MailAction) =>
    idOfLink(context, action, searchParams(request));
  const inbox = `${context.config.http.webUrl}/inbox`;
  const run: Record<MailAction, (id: string, reply: FastifyReply) => Promise<FastifyReply>> = {
    async confirm(id, reply) {
      if (await confirmMail(context.db, id))
        return send(reply, 200, page('Confirmed', 'Notices are sent to this address from now on.', inbox));
      const text = 'It was used before, has expired, or belongs to an address that was replaced.';
      return send(reply, 410, page('This link does not work any more', text, inbox));
    },
    async unsubscribe(id, reply) {
      await unsubscribeMail(context.db, id);
      const text = 'No more notices are sent to this address. The inbox still has them.';
      return send(reply, 200, page('Unsubscribed', text, inbox));
    },
  };
}

const send = (reply: FastifyReply, status: number, html: string) =>
  reply
    .code(status)
    .headers({ 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy })
    .send(html);

const invalid = (reply: FastifyReply) =>
  send(reply, 404, page('This link is not valid', 'Open it from the mail again, as a whole.'));

/** The form has no address: it sends to the link that was opened. */
function questionPage(action: MailAction): string {
  const { title, text, button } = questions[action];
  return document(title, `<p>${text}</p><form method="post"><button>${button}</button></form>`);
}

function page(title: string, text: string, inbox?: string): string {
  return document(title, `<p>${text}</p>${inbox ? `<p><a href="${encodeURI(inbox)}">Inbox</a></p>` : ''}`);
}

const document = (title: string, body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<meta name="robots" content="noindex"><title>${title} · Labroom</title><style>${style}</style></head>` +
  `<body><main><h1>${title}</h1>${body}</main></body></html>`;
