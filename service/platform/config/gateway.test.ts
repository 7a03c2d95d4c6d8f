import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { localAccount } from '@labroom/contracts/local-accounts';
import { networks } from '@labroom/contracts/networks';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { describe, expect, test } from 'vitest';
import { decideConfig } from './decide-config.ts';
import { readEnv } from './env.ts';
import { readGatewaySecrets } from './gateway.ts';

const secret = Buffer.alloc(32, 7).toString('base64');
const local = { DATABASE_URL: 'postgres://u:p@127.0.0.1/db', RPC_URL: 'http://127.0.0.1:7777' };
const production = {
  ...local,
  LABROOM_ENVIRONMENT: 'production',
  SERVICE_SECRET: secret,
  KMS_MASTER_KEY: secret,
  SERVICE_URL: 'https://api.example.org',
  X402_PAY_TO_ADDRESS: privateKeyToAddress(generatePrivateKey()),
  X402_FACILITATOR_URL: 'https://facilitator.example.org/x402/',
};
const decide = (variables: Record<string, string>) => decideConfig(readEnv(variables)).gateway;

describe('the gateway', () => {
  test('on local settles through the embedded facilitator, on the local chain, to a local account', () => {
    expect(decide(local)).toMatchObject({
      network: 'eip155:31337',
      asset: networks[31337].contracts.usdc,
      domain: { name: 'USD Coin', version: '2' },
      payTo: localAccount('payTo').address,
      facilitator: { kind: 'embedded', rpcUrl: local.RPC_URL },
      reconcileRpcUrl: local.RPC_URL,
      maxTimeoutSeconds: 60,
      tokenTtlSeconds: 300,
      requireIntent: [],
    });
    expect(readGatewaySecrets(readEnv(local)).facilitatorKey).toBe(localAccount('facilitator').privateKey);
  });

  test('in production is paid on Base, through the configured facilitator', () => {
    const headers = { X402_FACILITATOR_AUTH_HEADERS: '{"Authorization":"Bearer s3cret"}' };
    const gateway = decide({ ...production, ...headers });
    expect(gateway).toMatchObject({
      network: 'eip155:8453',
      asset: networks[8453].contracts.usdc,
      facilitator: { kind: 'remote', url: 'https://facilitator.example.org/x402' },
    });
    expect(JSON.stringify(gateway)).not.toContain('s3cret');
    expect(readGatewaySecrets(readEnv({ ...production, ...headers }))).toEqual({
      facilitatorKey: undefined,
      facilitatorHeaders: { authorization: 'Bearer s3cret' },
    });
  });

  test('uses the node of the environment, or its own if it is paid on another chain', () => {
    expect(decide(production).reconcileRpcUrl).toBe(local.RPC_URL);
    const elsewhere = { ...production, X402_NETWORK: 'eip155:84532' };
    expect(() => decide(elsewhere)).toThrow('X402_RPC_URL: required');
    expect(decide({ ...elsewhere, X402_RPC_URL: 'https://sepolia.example.org' }).reconcileRpcUrl).toBe(
      'https://sepolia.example.org',
    );
  });
});

describe('a price', () => {
  test('is 0.01 by default', () => {
    expect(new Set(Object.values(decide(local).prices))).toEqual(new Set(['10000']));
  });

  test.each([
    ['docs/configuration.md', /`X402_PRICE_DEFAULT` \| (\S+) \|/],
    ['docs/specification/gateway.md', /`X402_PRICE_DEFAULT` that is set; (\S+) by default/],
    ['docs/gateway.md', /mutations are sold, for (\S+)/],
    ['docs/the-whole.md', /`config\/gateway\.ts` \((\S+) by default\)/],
    ['examples/agent/README.md', /calls costs (\S+) of the stablecoin/],
  ])('is by default what %s states', async (file, stated) => {
    const text = await readFile(join(import.meta.dirname, '../../..', file), 'utf8');
    const price = String(stated.exec(text)?.[1]);
    expect(decide({ ...local, X402_PRICE_DEFAULT: price }).prices).toEqual(decide(local).prices);
  });

  test('comes from the first non-empty variable', () => {
    const { prices } = decide({
      ...local,
      X402_PRICE_CREATE_LAB: '1.5',
      X402_PRICE_CREATELAB: '2',
      X402_PRICE_DECRYPT_DATA_KEY: '',
      X402_PRICE_DECRYPTDATAKEY: '0.000001',
      X402_PRICE_DEFAULT: '123456789.123456',
    });
    expect(prices).toMatchObject({
      createLab: '1500000',
      decryptDataKey: '1',
      createAnnouncement: '123456789123456',
    });
  });

  test.each(['0', '0.0000001', '1e-2', '-1', '.5', '1.', '0,01', 'free', '1000000000000000'])(
    'of %s is an error',
    (price) => {
      expect(() => decide({ ...local, X402_PRICE_DEFAULT: price })).toThrow('X402_PRICE_DEFAULT: must be');
    },
  );
});

describe('the configuration is invalid', () => {
  test.each<[string, Record<string, string>, string]>([
    ['without an address to pay', { X402_PAY_TO_ADDRESS: '' }, 'X402_PAY_TO_ADDRESS: required'],
    ['without a facilitator', { X402_FACILITATOR_URL: '' }, 'X402_FACILITATOR_URL: required'],
    [
      'with a facilitator without TLS',
      { X402_FACILITATOR_URL: 'http://facilitator.example.org' },
      'must be https',
    ],
    [
      'when the paid account is publicly known',
      { X402_PAY_TO_ADDRESS: localAccount('payTo').address.toLowerCase() },
      'X402_PAY_TO_ADDRESS: is a publicly known account',
    ],
    [
      'with a token without an EIP-712 domain',
      { X402_ASSET: production.X402_PAY_TO_ADDRESS },
      'X402_ASSET_NAME, X402_ASSET_VERSION: required',
    ],
    ['with an unknown network', { X402_NETWORK: 'eip155:1' }, 'X402_ASSET, X402_ASSET_NAME'],
    ['with a network in another notation', { X402_NETWORK: 'Base' }, 'X402_NETWORK: must be'],
    [
      'with a time limit longer than a payment is valid',
      { X402_MAX_TIMEOUT_SECONDS: '241' },
      'X402_MAX_TIMEOUT_SECONDS',
    ],
    [
      'with intent for a mutation that is not sold',
      { X402_REQUIRE_INTENT: 'createLab, deleteLab' },
      'does not sell deleteLab',
    ],
    [
      'with payment channels',
      { X402_BATCH_SETTLEMENT: 'on' },
      'X402_BATCH_SETTLEMENT: must be off in production, because payment channels exist on the local chain only',
    ],
    [
      'with malformed headers',
      { X402_FACILITATOR_AUTH_HEADERS: '{"a b":"s3cret"}' },
      'AUTH_HEADERS: must be',
    ],
  ])('%s', (_, wrong, words) => {
    const start = () => decide({ ...production, ...wrong });
    expect(start).toThrow(words);
    expect(start).not.toThrow('s3cret');
  });

  test('outside local, payment channels are refused by one sentence, with a facilitator and without', () => {
    for (const more of [{}, { X402_FACILITATOR_URL: '' }, { LABROOM_ENVIRONMENT: 'staging' }]) {
      const start = () => decide({ ...production, ...more, X402_BATCH_SETTLEMENT: 'on' });
      expect(start).toThrow('payment channels exist on the local chain only');
      expect(start).not.toThrow('needs the embedded facilitator');
    }
  });

  test('on local with the embedded facilitator on a public chain', () => {
    expect(() => decide({ ...local, X402_NETWORK: 'eip155:8453' })).toThrow('X402_FACILITATOR_URL: required');
  });

  test('with all problems at once', () => {
    expect(() =>
      decide({ ...production, X402_PRICE_DEFAULT: 'x', X402_PAY_TO_ADDRESS: '', KMS_MASTER_KEY: '' }),
    ).toThrow(/KMS_MASTER_KEY(.|\n)*X402_PAY_TO_ADDRESS(.|\n)*X402_PRICE_DEFAULT/);
  });
});
