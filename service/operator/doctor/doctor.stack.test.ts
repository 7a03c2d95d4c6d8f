import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { compileCache } from '@labroom/testing/compile-cache.ts';
import { freePort } from '@labroom/testing/free-port.ts';
import { requireStack } from '@labroom/testing/require-stack.ts';
import { createOwnedDatabase } from '@labroom/testing/test-database.ts';
import { startMailServer } from '@labroom/testing/test-mail-server.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { listen } from '@labroom/testing/transports/listen.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { announceProcess } from '#readiness/running-processes.ts';
import { bindInstallation } from '../installation/installation.ts';

const web = await listen(
  createServer((_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>')),
);
afterAll(() => web.close());
const service = await openTestService({ variables: { WEB_URL: web.url } });
await service.context.searchIndex.load();
await bindInstallation(service.context);
const running = await announceProcess(service.context);
afterAll(() => running[Symbol.asyncDispose]());
/** Where nothing listens. */
const away = `127.0.0.1:${await freePort()}`;

/** Runs the command as an operator does. */
async function doctor(variables: Record<string, string> = {}) {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../main.ts'), 'doctor'], {
    env: {
      ...compileCache,
      DATABASE_URL: service.databaseUrl,
      DATA_DIR: service.dataDir,
      RPC_URL: requireStack('rpcUrl'),
      SERVICE_URL: service.url,
      WEB_URL: web.url,
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, complaint, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  const failed = output.split('\n').flatMap((line) => (line.startsWith('FAILED') ? [line.slice(8)] : []));
  return { code, output, complaint, failed };
}

/** A party that answers every request so. */
const answering = (status: number, body: unknown) =>
  listen(
    createServer((_request, response) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
    ),
  );

test('an installation in which everything works has no fault', async () => {
  const { code, output, complaint, failed } = await doctor();
  expect({ failed, complaint, code }).toEqual({ failed: [], complaint: '', code: 0 });
  for (const line of [
    'ok      DATABASE_URL: it belongs to this environment, chain, contracts and master key.',
    'ok      SERVICE_URL: an object was stored by a signed URL.',
    'ok      SERVICE_URL: a URL for one use was refused the second time.',
    'ok      WEB_URL: pages of the web app may read and write the store.',
    'ok      RPC_URL: the node serves chain 31337',
    'ok      SERVICE_URL: the service is ready.',
    'off     SMTP_URL: not set, so no mail is sent.',
  ])
    expect(output).toContain(line);
  expect(output.trimEnd().split('\n').at(-1)).toMatch(
    /^\d+ ok, 0 failed, \d+ not configured, 0 not tried\.$/,
  );
});

describe('each party that fails is named by its variable, and the others are tried all the same', () => {
  test.each<[string, Record<string, string>, RegExp]>([
    [
      'the database',
      { DATABASE_URL: `postgres://u:hidden@${away}/x` },
      /^DATABASE_URL: the database cannot be reached: .*ECONNREFUSED/,
    ],
    ['the node', { RPC_URL: `http://${away}/hidden` }, /^RPC_URL: nothing listens at its address\.$/],
    [
      'the store',
      {
        S3_BUCKET: 'labs',
        S3_ENDPOINT: `http://${away}`,
        S3_ACCESS_KEY_ID: 'k',
        S3_SECRET_ACCESS_KEY: 'hidden',
      },
      /^S3_ENDPOINT: nothing listens at the address of the store\.$/,
    ],
    ['the service', { SERVICE_URL: `http://${away}` }, /^SERVICE_URL: nothing listens at its address\.$/],
    ['the web app', { WEB_URL: `http://${away}` }, /^WEB_URL: nothing listens at its address\.$/],
    [
      'the mail server',
      { SMTP_URL: `smtp://u:hidden@${away}`, MAIL_FROM: 'a@example.org' },
      /^SMTP_URL: The mail server takes no mail: ECONNECTION|^SMTP_URL: .*ESOCKET/,
    ],
    ['the identity provider', { OIDC_ISSUER: `http://${away}`, OIDC_AUDIENCE: 'x' }, /^OIDC_ISSUER: /],
    [
      'the model',
      { EMBEDDINGS_URL: `http://${away}`, EMBEDDINGS_API_KEY: 'hidden' },
      /^EMBEDDINGS_URL: nothing listens/,
    ],
    ['the curated facts', { CMS_URL: `http://${away}` }, /^CMS_URL: /],
    [
      'the collector',
      { OTEL_EXPORTER_OTLP_ENDPOINT: `http://${away}` },
      /^OTEL_EXPORTER_OTLP_ENDPOINT: nothing listens/,
    ],
    ['the bundler', { BUNDLER_URL: `http://${away}` }, /^BUNDLER_URL: nothing listens/],
    ['the facilitator', { X402_FACILITATOR_URL: `http://${away}` }, /^X402_FACILITATOR_URL: nothing listens/],
    [
      'a standby',
      { DATABASE_REPLICA_URLS: `postgres://u:hidden@${away}/x` },
      /^DATABASE_REPLICA_URLS: server 1: /,
    ],
    ['the secret', { SERVICE_SECRET: randomBytes(32).toString('base64') }, /^SERVICE_SECRET: /],
    [
      'the master key',
      { KMS_MASTER_KEY: randomBytes(32).toString('base64') },
      /^DATABASE_URL: the database needs the master key /,
    ],
  ])('%s', async (_, variables, told) => {
    const { code, failed, output, complaint } = await doctor(variables);
    expect(failed).toEqual(expect.arrayContaining([expect.stringMatching(told)]));
    expect(code).toBe(1);
    expect(`${output}${complaint}`).not.toMatch(/hidden|^\s+at /m);
    // What does not depend on it still works.
    expect(output).toMatch(/^ok {6}(KMS_MASTER_KEY|RPC_URL)/m);
  });

  test('a standby that is none, a facilitator of another network, and what is not a service', async () => {
    const facilitator = await answering(200, { kinds: [{ scheme: 'exact', network: 'eip155:1' }] });
    const other = await answering(200, { ready: true });
    const { failed } = await doctor({
      DATABASE_REPLICA_URLS: service.databaseUrl,
      X402_FACILITATOR_URL: facilitator.url,
      SERVICE_URL: other.url,
    });
    expect(failed).toEqual(
      expect.arrayContaining([
        'DATABASE_REPLICA_URLS: server 1 is no standby, so it is not read.',
        'X402_FACILITATOR_URL: it does not settle payments on eip155:31337.',
        'SERVICE_URL: what answers there is not this service. A proxy may lead elsewhere.',
      ]),
    );
    await Promise.all([facilitator.close(), other.close()]);
  });
});

test('what cannot be tried is named, and the exit code is 3', async () => {
  const mail = await startMailServer();
  const { code, output, failed } = await doctor({ SMTP_URL: mail.url, MAIL_FROM: 'labs@example.org' });
  expect({ code, failed }).toEqual({ code: 3, failed: [] });
  expect(output).toContain('ok      SMTP_URL: the mail server accepts this service.');
  expect(output).toMatch(/^untried {1}MAIL_FROM: /m);
  await mail.close();
});

test('a directory that does not exist is not created', async () => {
  const nowhere = join(service.dataDir, 'nowhere');
  const { failed } = await doctor({ DATA_DIR: nowhere });
  expect(failed).toContain(`DATA_DIR: the directory ${nowhere} does not exist. The first start creates it.`);
  expect(existsSync(nowhere)).toBe(false);
});

test('on an empty database nothing is created', async () => {
  const database = await createOwnedDatabase();
  const { output } = await doctor({ DATABASE_URL: database.url });
  expect(output).toContain(
    'off     DATABASE_URL: the database is empty. The first start creates its tables.',
  );
  const again = await doctor({ DATABASE_URL: database.url });
  expect(again.output).toContain('the database is empty');
  await database.drop();
});

test('a configuration that is not understood is refused before anything is tried', async () => {
  const { code, output, complaint } = await doctor({ RPC_URL: 'nonsense' });
  expect({ code, output }).toEqual({ code: 1, output: '' });
  expect(complaint).toContain('RPC_URL: must be an http(s) URL');
});
