import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mnemonicToAccount } from 'viem/accounts';
import { afterAll, describe, expect, test } from 'vitest';
import { configure } from './configure.ts';
import { readProcessEnv } from './env.ts';

const random = () => randomBytes(32).toString('base64');
const production = {
  LABROOM_ENVIRONMENT: 'production',
  DATABASE_URL: 'postgres://labroom:ahT4aeghoh8ohz@db.example.org/labroom',
  DATA_DIR: tmpdir(),
  RPC_URL: 'https://node.example.org',
  SERVICE_URL: 'https://api.example.org',
  WEB_URL: 'https://app.example.org',
  SERVICE_SECRET: random(),
  KMS_MASTER_KEY: random(),
  X402_PAY_TO_ADDRESS: '0x117b215dcd666dd847cfa84721480d316440faa9',
  X402_FACILITATOR_URL: 'https://facilitator.example.org',
};

/** The problems that a start reports, one per line; empty if it would succeed. */
function problemsOf(source: Record<string, string | undefined>): string[] {
  try {
    configure(source);
    return [];
  } catch (error) {
    return String(error).split('\n  ').slice(1);
  }
}
const problemsWith = (changes: Record<string, string | undefined>) =>
  problemsOf({ ...production, ...changes });

test('a complete configuration is accepted, in production too', () => {
  expect(problemsOf(production)).toEqual([]);
  expect(configure(production).databaseUrl).toBe(production.DATABASE_URL);
  expect(problemsOf({ DATABASE_URL: 'postgres://u:p@127.0.0.1/db', DATA_DIR: tmpdir() })).toEqual([]);
});

describe('a start that cannot succeed', () => {
  test.each(['staging', 'production'])('reports everything that %s lacks at once', (environment) => {
    expect(problemsOf({ LABROOM_ENVIRONMENT: environment }).map((problem) => problem.split(':')[0])).toEqual([
      'DATABASE_URL',
      'SERVICE_URL',
      'WEB_URL',
      'RPC_URL',
      'KMS_MASTER_KEY or AWS_KMS_KEY_ID',
      'X402_PAY_TO_ADDRESS',
      'X402_FACILITATOR_URL',
      'SERVICE_SECRET',
    ]);
  });

  test('reports malformed, missing and contradictory settings once each, without values', () => {
    const secrets = ['hunter2', 'sesame', 'swordfish'];
    const problems = problemsWith({
      DATABASE_URL: 'mysql://root:hunter2@db/labroom',
      RPC_URL: 'wss://u:sesame@node',
      SERVICE_PORT: '99999',
      METRICS_PORT: 'http',
      SERVICE_SECRET: 'swordfish',
      KMS_MASTER_KEY: 'changeme',
      LOG_LEVEL: 'verbose',
      S3_ENDPOINT: 'https://u:swordfish@store',
      X402_FACILITATOR_URL: 'http://facilitator.example.org',
      OIDC_AUDIENCE: 'a',
    });
    expect(problems).toEqual([
      'DATABASE_URL: must be a postgres:// URL',
      'RPC_URL: must be an http(s) URL',
      'SERVICE_PORT: must be a whole number from 1 to 65535',
      'SERVICE_SECRET: must be Base64',
      'METRICS_PORT: must be a whole number from 1 to 65535',
      'LOG_LEVEL: must be one of debug, info, warn, error, silent',
      'S3_ENDPOINT: has no effect without S3_BUCKET',
      'OIDC_AUDIENCE: user tokens also need OIDC_ISSUER',
      'X402_FACILITATOR_URL: must be https, because the facilitator decides about payments',
      'KMS_MASTER_KEY: needs exactly 32 bytes, in Base64',
    ]);
    for (const secret of secrets) expect(problems.join()).not.toContain(secret);
  });
});

describe('production refuses', () => {
  test.each([
    ['SERVICE_URL', { SERVICE_URL: 'http://api.example.org' }],
    ['WEB_URL', { WEB_URL: 'http://app.example.org' }],
    ['ALLOWED_ORIGINS', { ALLOWED_ORIGINS: 'https://a.example.org, http://b.example.org' }],
    ['S3_ENDPOINT', { S3_BUCKET: 'labroom', S3_ENDPOINT: 'http://store.example.org' }],
    ['S3_PUBLIC_URL', { S3_BUCKET: 'labroom', S3_PUBLIC_URL: 'http://cdn.example.org' }],
  ])('%s without TLS', (name, changes) => {
    expect(problemsWith(changes)).toEqual([`${name}: must be https in production`]);
  });

  test('a KMS without TLS, except on this machine', () => {
    const kms = { AWS_KMS_KEY_ID: 'alias/labroom', KMS_MASTER_KEY: undefined };
    expect(problemsWith({ ...kms, AWS_KMS_ENDPOINT: 'http://kms.example.org' })).toEqual([
      'AWS_KMS_ENDPOINT: must be https, because data keys and hashes to sign are sent to it',
    ]);
    expect(problemsWith({ ...kms, AWS_KMS_ENDPOINT: 'http://127.0.0.1:1' })).toEqual([]);
  });

  test.each(['changeme', 'Postgres', 'pass%77ord'])('the database password %s', (password) => {
    const DATABASE_URL = `postgres://labroom:${password}@db.example.org/labroom`;
    expect(problemsWith({ DATABASE_URL })).toEqual([
      'DATABASE_URL: the password is a well-known default; choose another',
    ]);
  });

  test('the default password of an object store', () => {
    const account = { S3_BUCKET: 'b-1', S3_ACCESS_KEY_ID: 'minioadmin', S3_SECRET_ACCESS_KEY: 'minioadmin' };
    expect(problemsWith(account)).toEqual(['S3_SECRET_ACCESS_KEY: is a well-known default; choose another']);
  });

  test('secrets that are not random, and one secret used twice', () => {
    expect(problemsWith({ SERVICE_SECRET: Buffer.alloc(32, 7).toString('base64') })).toEqual([
      'SERVICE_SECRET: is not random; generate one with: openssl rand -base64 32',
    ]);
    expect(
      problemsWith({ KMS_MASTER_KEY: Buffer.from('0123456789'.repeat(4).slice(8)).toString('base64') }),
    ).toEqual(['KMS_MASTER_KEY: is not random; generate one with: openssl rand -base64 32']);
    expect(problemsWith({ KMS_MASTER_KEY: production.SERVICE_SECRET })).toEqual([
      'SERVICE_SECRET, KMS_MASTER_KEY: must be two different secrets',
    ]);
  });

  test.each([0, 9, 13, 17, 19])('account %i of the public test mnemonic', (addressIndex) => {
    const { address } = mnemonicToAccount('test test test test test test test test test test test junk', {
      addressIndex,
    });
    expect(problemsWith({ X402_PAY_TO_ADDRESS: address })).toEqual([
      'X402_PAY_TO_ADDRESS: is a publicly known account, allowed on the local chain only',
    ]);
  });
});

describe('a typo in the name of a variable', () => {
  test.each([
    ['RATE_LIMIT_PER_CONSUMR', 'RATE_LIMIT_PER_CONSUMER'],
    ['SHUTDOWN_DELAY_SECOND', 'SHUTDOWN_DELAY_SECONDS'],
    ['X402_REQUIRE_INTENTS', 'X402_REQUIRE_INTENT'],
    // Further away, and beside the right one.
    ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
    ['KMS_MASTER_KEYS', 'KMS_MASTER_KEY'],
    ['RPC_URLS', 'RPC_URL'],
  ])('%s is reported', (name, meant) => {
    expect(problemsWith({ [name]: '5' })).toEqual([`${name}: unknown variable; did you mean ${meant}?`]);
  });

  test('a price of something that is not sold is reported', () => {
    expect(problemsWith({ X402_PRICE_CREATE_FILE: '1' })).toEqual([
      'X402_PRICE_CREATE_FILE: unknown variable; it names no paid mutation',
    ]);
  });

  test.each([
    ['variables of other programs', { AWS_REGION: 'eu-west-1', PATH: '/bin', NODE_ENV: 'production' }],
    ['variables of the web app', { PUBLIC_SERVICE_URL: 'x', STORAGE_URL: 'x' }],
    [
      'what Kubernetes adds',
      {
        SERVICE_SERVICE_HOST: '10.0.0.1',
        S3_SERVICE_PORT: '80',
        S3_PORT_80_TCP_PROTO: 'tcp',
        S3_PORT: 'tcp://10.0.0.1:80',
      },
    ],
    ['a typo on the local environment', { LABROOM_ENVIRONMENT: 'local', LOG_LEVELS: 'x' }],
  ])('%s is not reported', (_, changes) => {
    expect(problemsWith(changes)).toEqual([]);
  });
});

describe('the settings file', () => {
  const dir = mkdtempSync(join(tmpdir(), 'labroom-settings-'));
  const file = join(dir, 'labroom.env');
  afterAll(() => rmSync(dir, { recursive: true }));
  const readWith = (text: string, own: Record<string, string> = {}) => {
    writeFileSync(file, text);
    return readProcessEnv({ LABROOM_ENV_FILE: file, ...own });
  };

  test('adds variables to those of the process, which win unless they are empty', () => {
    const read = readWith('RPC_URL=https://file.example\nWEB_URL=https://file.example\n', {
      RPC_URL: 'https://own.example',
      WEB_URL: '',
    });
    expect(read).toMatchObject({ RPC_URL: 'https://own.example', WEB_URL: 'https://file.example' });
  });

  test('configures a process alone', () => {
    const lines = Object.entries(production).map(([name, value]) => `${name}='${value}'`);
    expect(configure(readWith(lines.join('\n'))).config).toEqual(configure(production).config);
  });

  test('is refused with a name that nothing reads, or if it cannot be read', () => {
    expect(() => readWith('RPC_ULR=https://secret.example')).toThrow(
      'LABROOM_ENV_FILE: RPC_ULR: unknown variable; did you mean RPC_URL?',
    );
    rmSync(file);
    expect(() => readProcessEnv({ LABROOM_ENV_FILE: file })).toThrow(
      `LABROOM_ENV_FILE: the file cannot be read (ENOENT): ${file}`,
    );
  });
});
