import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { describe, expect, test } from 'vitest';
import { localAccount } from '#contracts/local-accounts.ts';
import { networks } from '#contracts/networks.ts';
import { decideConfig } from './config.ts';
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
  test('on local settles through its own facilitator, on the local chain, for the local accounts', () => {
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

  test('in production pays on Base, through the facilitator that was named', () => {
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

  test('asks the node of the environment, or one of its own where it is paid on another chain', () => {
    expect(decide(production).reconcileRpcUrl).toBe(local.RPC_URL);
    const elsewhere = { ...production, X402_NETWORK: 'eip155:84532' };
    expect(() => decide(elsewhere)).toThrow('X402_RPC_URL: required');
    expect(decide({ ...elsewhere, X402_RPC_URL: 'https://sepolia.example.org' }).reconcileRpcUrl).toBe(
      'https://sepolia.example.org',
    );
  });
});

describe('a price', () => {
  test('is 0.01 where nothing is said', () => {
    expect(new Set(Object.values(decide(local).prices))).toEqual(new Set(['10000']));
  });

  test('comes from the first variable that is not empty', () => {
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
    'of %s stops the start',
    (price) => {
      expect(() => decide({ ...local, X402_PRICE_DEFAULT: price })).toThrow('X402_PRICE_DEFAULT: must be');
    },
  );
});

describe('a start is refused', () => {
  test.each<[string, Record<string, string>, string]>([
    ['without an address to pay', { X402_PAY_TO_ADDRESS: '' }, 'X402_PAY_TO_ADDRESS: required'],
    ['without a facilitator', { X402_FACILITATOR_URL: '' }, 'X402_FACILITATOR_URL: required'],
    [
      'with a facilitator that anybody can play',
      { X402_FACILITATOR_URL: 'http://facilitator.example.org' },
      'must be https',
    ],
    [
      'when everybody has the key of who is paid',
      { X402_PAY_TO_ADDRESS: localAccount('payTo').address.toLowerCase() },
      'X402_PAY_TO_ADDRESS: is a publicly known account',
    ],
    [
      'with a token nobody knows the domain of',
      { X402_ASSET: production.X402_PAY_TO_ADDRESS },
      'X402_ASSET_NAME, X402_ASSET_VERSION: required',
    ],
    ['with a network nobody knows', { X402_NETWORK: 'eip155:1' }, 'X402_ASSET, X402_ASSET_NAME'],
    ['with a network in another notation', { X402_NETWORK: 'base' }, 'X402_NETWORK: must be'],
    [
      'with a budget a payment does not outlive',
      { X402_MAX_TIMEOUT_SECONDS: '241' },
      'X402_MAX_TIMEOUT_SECONDS',
    ],
    [
      'with intent for what is not sold',
      { X402_REQUIRE_INTENT: 'createLab, deleteLab' },
      'does not sell deleteLab',
    ],
    [
      'with headers that are none',
      { X402_FACILITATOR_AUTH_HEADERS: '{"a b":"s3cret"}' },
      'AUTH_HEADERS: must be',
    ],
  ])('%s', (_, wrong, words) => {
    const start = () => decide({ ...production, ...wrong });
    expect(start).toThrow(words);
    expect(start).not.toThrow('s3cret');
  });

  test('on local with the embedded facilitator on a chain of value', () => {
    expect(() => decide({ ...local, X402_NETWORK: 'eip155:8453' })).toThrow('X402_FACILITATOR_URL: required');
  });

  test('with all problems at once', () => {
    expect(() =>
      decide({ ...production, X402_PRICE_DEFAULT: 'x', X402_PAY_TO_ADDRESS: '', KMS_MASTER_KEY: '' }),
    ).toThrow(/KMS_MASTER_KEY(.|\n)*X402_PAY_TO_ADDRESS(.|\n)*X402_PRICE_DEFAULT/);
  });
});
