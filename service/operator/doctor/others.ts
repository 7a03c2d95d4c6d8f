import pino from 'pino';
import { z } from 'zod';
import { issuerKeys } from '#auth/issuer-keys.ts';
import { createContentSource } from '#operations/cms/create-content-source.ts';
import { createEmbeddings } from '#operations/search/create-similar-documents.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { type Examination, failed, off, ok, PartyError, untried } from './finding.ts';

const facilitator: Examination = {
  variable: 'X402_FACILITATOR_URL',
  async run({ config: { gateway }, secrets }) {
    if (gateway.facilitator.kind === 'embedded')
      return [off('X402_FACILITATOR_URL: not set; payments settle in the process.')];
    const response = await fetch(`${gateway.facilitator.url.replace(/\/$/, '')}/supported`, {
      headers: { ...secrets.gateway.facilitatorHeaders },
      redirect: 'error',
      signal: AbortSignal.timeout(10_000),
    });
    if (response.status === 401 || response.status === 403)
      return [failed('X402_FACILITATOR_AUTH_HEADERS: the facilitator refuses them.')];
    if (!response.ok) return [failed(`X402_FACILITATOR_URL: it answered ${response.status}.`)];
    const { success, data } = supportedSchema.safeParse(await response.json().catch(() => null));
    if (!success) return [failed('X402_FACILITATOR_URL: what answers there is not a facilitator.')];
    const isSettled = data.kinds.some(
      ({ scheme, network }) => scheme === 'exact' && network === gateway.network,
    );
    return isSettled
      ? [ok(`X402_FACILITATOR_URL: it settles payments on ${gateway.network}.`)]
      : [failed(`X402_FACILITATOR_URL: it does not settle payments on ${gateway.network}.`)];
  },
};
const supportedSchema = z.object({ kinds: z.array(z.object({ scheme: z.string(), network: z.string() })) });

const mail: Examination = {
  variable: 'SMTP_URL',
  async run({ config, secrets }) {
    if (!config.mail || !secrets.smtpServer) return [off('SMTP_URL: not set, so no mail is sent.')];
    const { openMailer } = await import('#operations/mail/open-mailer.ts');
    const mailer = openMailer(secrets.smtpServer);
    try {
      await mailer.verify().catch((error: Error) => {
        throw new PartyError(error.message);
      });
      return [
        ok('SMTP_URL: the mail server accepts this service.'),
        untried(
          'MAIL_FROM: whether mailboxes take mails of this address was not tried; that needs SPF and DKIM of its domain.',
        ),
      ];
    } finally {
      mailer.close();
    }
  },
};

const push: Examination = {
  variable: 'VAPID_PRIVATE_KEY',
  async run({ config }) {
    return [
      config.push
        ? untried('VAPID_PRIVATE_KEY: push services can only be tried with the browser of a person.')
        : off('VAPID_PRIVATE_KEY: not set, so nothing is sent to browsers.'),
    ];
  },
};

const identityProvider: Examination = {
  variable: 'OIDC_ISSUER',
  async run({ config: { userTokens } }) {
    if (!userTokens) return [off('OIDC_ISSUER: not set, so user tokens are refused.')];
    const unknownKey = { alg: 'RS256', kid: 'doctor' };
    try {
      await issuerKeys(userTokens)(unknownKey, { payload: '', signature: '' });
    } catch (error) {
      // Any other failure is about the key, so the keys were there.
      if (error instanceof ServiceError) throw error.cause;
    }
    return [ok('OIDC_ISSUER: its public keys can be read.')];
  },
};

const embeddings: Examination = {
  variable: 'EMBEDDINGS_URL',
  async run({ config, secrets }) {
    const model = createEmbeddings(config, secrets);
    if (!model) return [off('EMBEDDINGS_URL: not set, so search knows words only.')];
    const [vector] = await model.embed(['doctor'], 10_000).catch((error: unknown) => {
      // Its messages hold neither key nor address.
      throw error instanceof Error && error.message.startsWith('The embeddings')
        ? new PartyError(error.message)
        : error;
    });
    return [ok(`EMBEDDINGS_URL: the model ${model.model} answers with ${vector?.length} numbers.`)];
  },
};

const content: Examination = {
  variable: 'CMS_URL',
  async run({ config }) {
    if (config.cms.kind === 'file')
      return [off('CMS_URL: not set; curated facts are read from content.json.')];
    await createContentSource(config).labs(pino({ level: 'silent' }));
    return [ok('CMS_URL: the source of curated facts answers.')];
  },
};

const bundler: Examination = {
  variable: 'BUNDLER_URL',
  async run({ config: { didLinking, chain } }) {
    if (didLinking.kind === 'off' || !didLinking.bundlerUrl)
      return [off('BUNDLER_URL: not set; the relayer submits bundles itself.')];
    const response = await fetch(didLinking.bundlerUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_supportedEntryPoints', params: [] }),
      redirect: 'error',
      signal: AbortSignal.timeout(10_000),
    });
    const { success, data } = entryPointsSchema.safeParse(await response.json().catch(() => null));
    if (!success) return [failed(`BUNDLER_URL: what answers there (${response.status}) is not a bundler.`)];
    const isSupported = data.result.some(
      (one) => one.toLowerCase() === chain.contracts.entryPoint.toLowerCase(),
    );
    return isSupported
      ? [ok('BUNDLER_URL: it takes operations of the EntryPoint of the contracts.')]
      : [failed('BUNDLER_URL: it does not take operations of the EntryPoint of the contracts.')];
  },
};
const entryPointsSchema = z.object({ result: z.array(z.string()) });

const traces: Examination = {
  variable: 'OTEL_EXPORTER_OTLP_ENDPOINT',
  async run({ config: { telemetry } }) {
    if (!telemetry.tracesEndpoint)
      return [off('OTEL_EXPORTER_OTLP_ENDPOINT: not set, so no traces are sent.')];
    const response = await fetch(`${telemetry.tracesEndpoint.replace(/\/$/, '')}/v1/traces`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"resourceSpans":[]}',
      redirect: 'error',
      signal: AbortSignal.timeout(10_000),
    });
    return response.ok
      ? [ok('OTEL_EXPORTER_OTLP_ENDPOINT: the collector takes traces.')]
      : [failed(`OTEL_EXPORTER_OTLP_ENDPOINT: the collector answered ${response.status}.`)];
  },
};

/** Parties that only parts of the service need. */
export const otherParties = [facilitator, bundler, identityProvider, mail, push, embeddings, content, traces];
