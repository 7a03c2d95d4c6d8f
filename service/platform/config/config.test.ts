import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { decideConfig } from './decide-config.ts';
import { readEnv } from './env.ts';
import { readSecrets } from './read-secrets.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'labroom-config-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const database = { DATABASE_URL: 'postgres://u:p@127.0.0.1/db' };
const gateway = {
  X402_PAY_TO_ADDRESS: '0x117b215dcd666dd847cfa84721480d316440faa9',
  X402_FACILITATOR_URL: 'https://facilitator.example.org',
};
const secret = randomBytes(32).toString('base64');
const elsewhere = {
  ...database,
  LABROOM_ENVIRONMENT: 'staging',
  RPC_URL: 'https://node.example.org',
  WEB_URL: 'https://app.example.org',
  SERVICE_SECRET: secret,
  KMS_MASTER_KEY: randomBytes(32).toString('base64'),
  SERVICE_URL: 'https://api.example.org/',
  ...gateway,
};

describe('the environment', () => {
  test('is local by default, on the local chain', () => {
    const config = decideConfig(readEnv(database));
    expect(config).toMatchObject({ environment: 'local', chain: { id: 31337, name: 'local' } });
    expect(config.http.publicUrl).toBe('http://127.0.0.1:4000');
  });

  test('reports all problems at once, with the names of the variables', () => {
    const wrong = { SERVICE_PORT: '99999', RPC_URL: 'file:///etc/passwd', LABROOM_ENVIRONMENT: 'prod' };
    expect(() => readEnv(wrong)).toThrow(
      /LABROOM_ENVIRONMENT(.|\n)*DATABASE_URL(.|\n)*RPC_URL(.|\n)*SERVICE_PORT/,
    );
  });

  test('the index starts at the first block of the contracts, or at the configured one', () => {
    expect(decideConfig(readEnv(database)).chain.firstBlock).toBe(0);
    const told = readEnv({ ...database, INDEXER_START_BLOCK: '31000000' });
    expect(decideConfig(told).chain.firstBlock).toBe(31_000_000);
    expect(() => readEnv({ ...database, INDEXER_START_BLOCK: '-1' })).toThrow('INDEXER_START_BLOCK');
    const witness = { ...database, INDEXER_WITNESS_RPC_URL: 'ftp://node' };
    expect(() => readEnv(witness)).toThrow('INDEXER_WITNESS_RPC_URL');
  });

  test('standbys are a list of URLs of PostgreSQL, none by default', () => {
    expect(readEnv(database).DATABASE_REPLICA_URLS).toEqual([]);
    const two = ['postgres://u:p@a/db', 'postgresql://u:p@b/db'];
    const named = readEnv({ ...database, DATABASE_REPLICA_URLS: two.join(', ') });
    expect(named.DATABASE_REPLICA_URLS).toEqual(two);
    const wrong = { ...database, DATABASE_REPLICA_URLS: `${two[0]},https://b` };
    expect(() => readEnv(wrong)).toThrow('DATABASE_REPLICA_URLS: must be a postgres:// URL');
  });

  test('a legacy collection is followed if configured', () => {
    expect(decideConfig(readEnv(database)).chain.contracts.legacyCollection).toBeUndefined();
    const legacyCollection = `0x${'1f'.repeat(20)}`;
    const named = readEnv({ ...database, IPNFT_COLLECTION: legacyCollection });
    expect(decideConfig(named).chain.contracts.legacyCollection?.toLowerCase()).toBe(legacyCollection);
  });

  test('an empty variable counts as absent', () => {
    expect(readEnv({ ...database, SERVICE_PORT: '' }).SERVICE_PORT).toBe(4000);
  });

  test('production hides the schema, answers ten levels and uses its own chain', () => {
    const config = decideConfig(readEnv({ ...elsewhere, LABROOM_ENVIRONMENT: 'production' }));
    const http = { introspection: false, maxDepth: 10 };
    expect(config).toMatchObject({ chain: { id: 8453, name: 'base' }, http });
    const staging = decideConfig(readEnv({ ...elsewhere, LABROOM_ENVIRONMENT: 'staging' }));
    expect(staging.http.maxDepth).toBeNull();
    expect(JSON.stringify(config)).not.toContain(secret);
  });
});

describe('limits', () => {
  test('of requests and the delay of a shutdown are off on local only', () => {
    expect(decideConfig(readEnv(database))).toMatchObject({ rateLimits: null, shutdown: { delayMs: 0 } });
    expect(decideConfig(readEnv(elsewhere))).toMatchObject({
      rateLimits: {
        perConsumer: 6_000,
        perWallet: 600,
        perAddress: 600,
        perVisitor: 6_000,
        processorMs: 15_000,
      },
      shutdown: { delayMs: 5_000 },
    });
  });

  test('of requests can be set separately', () => {
    const one = { ...elsewhere, RATE_LIMIT_PER_WALLET: '30' };
    expect(decideConfig(readEnv(one)).rateLimits).toEqual({
      perConsumer: 6_000,
      perWallet: 30,
      perAddress: 600,
      perVisitor: 6_000,
      processorMs: 15_000,
    });
    expect(() => readEnv({ ...one, RATE_LIMIT_PER_CONSUMER: '0' })).toThrow(/RATE_LIMIT_PER_CONSUMER/);
  });

  test('a shutdown ends before a supervisor kills the process, whatever the delay', () => {
    const { shutdown } = decideConfig(readEnv({ ...elsewhere, SHUTDOWN_DELAY_SECONDS: '20' }));
    expect(shutdown.delayMs).toBeLessThan(shutdown.boundMs);
    expect(() => readEnv({ ...elsewhere, SHUTDOWN_DELAY_SECONDS: '21' })).toThrow(/SHUTDOWN_DELAY_SECONDS/);
  });
});

describe('secrets', () => {
  test('are created once on a fresh checkout, readable by their owner only, with a separate key for each use', () => {
    const first = readSecrets(readEnv(database), dataDir);
    expect(readSecrets(readEnv(database), dataDir)).toEqual(first);
    expect(statSync(join(dataDir, 'service-secret')).mode & 0o777).toBe(0o600);
    const keys = [first.serviceTokenKeys[0], first.uploadTokenKeys[0], first.storageUrlKeys[0]];
    expect(new Set(keys.map((key) => Buffer.from(key).toString('hex'))).size).toBe(3);
  });

  test('differ between environments even when the secret is the same', () => {
    const keyOf = (name: string) =>
      readSecrets(readEnv({ ...database, SERVICE_SECRET: secret, LABROOM_ENVIRONMENT: name }), dataDir)
        .serviceTokenKeys[0];
    expect(keyOf('staging')).not.toEqual(keyOf('production'));
  });

  test('that are too short are rejected', () => {
    const short = Buffer.alloc(31).toString('base64');
    expect(() => readSecrets(readEnv({ ...database, SERVICE_SECRET: short }), dataDir)).toThrow(
      /at least 32 bytes/,
    );
    const env = readEnv({
      ...database,
      SERVICE_SECRET: secret,
      KMS_MASTER_KEY: Buffer.alloc(16).toString('base64'),
    });
    expect(() => readSecrets(env, dataDir)).toThrow(/exactly 32 bytes/);
  });
});
