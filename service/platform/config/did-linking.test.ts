import { generatePrivateKey } from 'viem/accounts';
import { describe, expect, test } from 'vitest';
import { localAccount } from '#contracts/local-accounts.ts';
import { localAddresses } from '#contracts/local-addresses.generated.ts';
import { decideConfig } from './config.ts';
import { readDidLinkingKeys } from './did-linking.ts';
import { readEnv } from './env.ts';

const secret = Buffer.alloc(32, 7).toString('base64');
const staging = {
  DATABASE_URL: 'postgres://u:p@127.0.0.1/db',
  LABROOM_ENVIRONMENT: 'staging',
  SERVICE_SECRET: secret,
  KMS_MASTER_KEY: secret,
  SERVICE_URL: 'https://api.example.org',
  X402_PAY_TO_ADDRESS: '0x117b215dcd666dd847cfa84721480d316440faa9',
  X402_FACILITATOR_URL: 'https://facilitator.example.org',
};
const all = {
  RELAYER_ACCOUNT: '0x117b215dcd666dd847cfa84721480d316440faa9',
  RELAYER_PRIVATE_KEY: generatePrivateKey(),
  DATA_ATTESTER_PRIVATE_KEY: generatePrivateKey(),
  SERVICE_ATTESTER_PRIVATE_KEY: generatePrivateKey(),
};

describe('the settings of DID linking', () => {
  test('have defaults on the local chain', () => {
    const env = readEnv({ DATABASE_URL: staging.DATABASE_URL });
    expect(decideConfig(env).didLinking).toMatchObject({
      kind: 'on',
      registry: localAddresses.didRegistry,
      account: localAddresses.relayerAccount,
      bundlerUrl: undefined,
    });
    expect(readDidLinkingKeys(env)?.relayer).toBe(localAccount('relayer').privateKey);
  });

  test('on other chains are all given, or none to turn linking off', () => {
    expect(decideConfig(readEnv(staging)).didLinking).toMatchObject({ kind: 'off' });
    expect(readDidLinkingKeys(readEnv(staging))).toBeUndefined();
    const env = readEnv({ ...staging, ...all, BUNDLER_URL: 'https://bundler.example.org' });
    const config = decideConfig(env);
    expect(config.didLinking).toMatchObject({ kind: 'on', bundlerUrl: 'https://bundler.example.org' });
    expect(JSON.stringify(config)).not.toContain(all.RELAYER_PRIVATE_KEY);
    expect(readDidLinkingKeys(env)?.dataAttester).toBe(all.DATA_ATTESTER_PRIVATE_KEY);
  });

  test.each(Object.keys(all))('some without %s are an error', (name) => {
    const env = readEnv({ ...staging, ...all, [name]: '' });
    expect(() => decideConfig(env)).toThrow(`DID linking also needs ${name}`);
  });

  test.each([
    ['RELAYER_PRIVATE_KEY', localAccount('relayer').privateKey],
    ['DATA_ATTESTER_PRIVATE_KEY', localAccount('dataAttester').privateKey.toUpperCase().replace('0X', '0x')],
    ['SERVICE_ATTESTER_PRIVATE_KEY', localAccount('owner').privateKey],
    ['RELAYER_ACCOUNT', localAccount('relayer').address.toLowerCase()],
    ['DID_REGISTRY', localAccount('outsider').address],
  ])('%s must not be a publicly known account', (name, value) => {
    const env = readEnv({ ...staging, ...all, [name]: value });
    expect(() => decideConfig(env)).toThrow(`${name}: is a publicly known account`);
  });

  test('require two different attesters', () => {
    const one = { SERVICE_ATTESTER_PRIVATE_KEY: all.DATA_ATTESTER_PRIVATE_KEY };
    expect(() => decideConfig(readEnv({ ...staging, ...all, ...one }))).toThrow('two different keys');
  });

  test('may name another registry, whose events are then followed', () => {
    const registry = '0x117b215DCD666dd847CfA84721480D316440fAA9';
    const config = decideConfig(readEnv({ ...staging, ...all, DID_REGISTRY: registry.toLowerCase() }));
    expect(config.chain.contracts.didRegistry).toBe(
      config.didLinking.kind === 'on' && config.didLinking.registry,
    );
    expect(config.chain.contracts.didRegistry?.toLowerCase()).toBe(registry.toLowerCase());
  });
});
