import { localAccount } from '@labroom/contracts/local-accounts';
import { localAddresses } from '@labroom/contracts/local-addresses';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { describe, expect, test } from 'vitest';
import { attesterWarnings } from './attesters.ts';
import { decideConfig } from './decide-config.ts';
import { readDidLinkingKeys } from './did-linking.ts';
import { type Env, readEnv } from './env.ts';

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

const address = privateKeyToAddress(generatePrivateKey());
const otherAddress = privateKeyToAddress(generatePrivateKey());
const remote = { url: 'https://attester.example.org/attest', secret: 'a1'.repeat(32) };

function attestersOf(env: Env) {
  const keys = readDidLinkingKeys(env);
  if (!keys) throw new Error('DID linking is off');
  return keys.attesters;
}

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
    expect(readDidLinkingKeys(env)?.attesters.data).toMatchObject({
      kind: 'private key',
      privateKey: all.DATA_ATTESTER_PRIVATE_KEY,
    });
  });

  test.each(Object.keys(all))('some without %s are an error', (name) => {
    const env = readEnv({ ...staging, ...all, [name]: '' });
    expect(() => decideConfig(env)).toThrow(new RegExp(`DID linking also needs .*${name}`));
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

  test.each<[string, Record<string, string>]>([
    ['DATA_ATTESTER_ADDRESS', { DATA_ATTESTER_KMS_KEY_ID: 'alias/attester' }],
    ['SERVICE_ATTESTER_ADDRESS; SERVICE_ATTESTER_SECRET', { SERVICE_ATTESTER_URL: remote.url }],
    ['SERVICE_ATTESTER_SECRET', { SERVICE_ATTESTER_URL: remote.url, SERVICE_ATTESTER_ADDRESS: address }],
    ['DATA_ATTESTER_KMS_KEY_ID, DATA_ATTESTER_URL or', { DATA_ATTESTER_ADDRESS: address }],
  ])('need %s with %o', (missing, given) => {
    const [name = ''] = Object.keys(given);
    const without = { [`${name.split('_')[0]}_ATTESTER_PRIVATE_KEY`]: '' };
    const env = readEnv({ ...staging, ...all, ...without, ...given });
    expect(() => decideConfig(env)).toThrow(`DID linking also needs ${missing}`);
  });

  test('name the place of each attester apart', () => {
    const env = readEnv({
      ...staging,
      ...all,
      DATA_ATTESTER_PRIVATE_KEY: '',
      DATA_ATTESTER_KMS_KEY_ID: 'alias/attester',
      DATA_ATTESTER_ADDRESS: address.toLowerCase(),
      SERVICE_ATTESTER_PRIVATE_KEY: '',
      SERVICE_ATTESTER_URL: remote.url,
      SERVICE_ATTESTER_SECRET: remote.secret,
      SERVICE_ATTESTER_ADDRESS: otherAddress,
      AWS_KMS_ENDPOINT: 'https://kms.example.org',
    });
    expect(readDidLinkingKeys(env)?.attesters).toEqual({
      data: { kind: 'AWS KMS', keyId: 'alias/attester', address },
      service: { kind: 'remote', ...remote, address: otherAddress },
    });
    expect(JSON.stringify(decideConfig(env))).not.toContain(remote.secret);
  });

  test('on the local chain, one attester may be another one than the publicly known', () => {
    const env = readEnv({
      DATABASE_URL: staging.DATABASE_URL,
      DATA_ATTESTER_URL: 'http://127.0.0.1:1',
      DATA_ATTESTER_SECRET: remote.secret,
      DATA_ATTESTER_ADDRESS: address,
    });
    expect(decideConfig(env).didLinking.kind).toBe('on');
    expect(readDidLinkingKeys(env)?.attesters).toMatchObject({
      data: { kind: 'remote' },
      service: { kind: 'private key', address: localAccount('serviceAttester').address },
    });
    const partial = readEnv({ DATABASE_URL: staging.DATABASE_URL, DATA_ATTESTER_ADDRESS: address });
    expect(() => decideConfig(partial)).toThrow('DATA_ATTESTER_ADDRESS: DID linking also needs');
  });

  test.each<[string, Record<string, string>]>([
    [
      'DATA_ATTESTER_PRIVATE_KEY, DATA_ATTESTER_URL: an attester has one key',
      { DATA_ATTESTER_URL: remote.url },
    ],
    ['DATA_ATTESTER_SECRET: has no effect', { DATA_ATTESTER_SECRET: remote.secret }],
    ['DATA_ATTESTER_ADDRESS: is not the address of', { DATA_ATTESTER_ADDRESS: address }],
    [
      'SERVICE_ATTESTER_KMS_KEY_ID: must be a signing key',
      { SERVICE_ATTESTER_KMS_KEY_ID: 'one', AWS_KMS_KEY_ID: 'one' },
    ],
    ['SERVICE_ATTESTER_URL: must be https', { SERVICE_ATTESTER_URL: 'http://attester.internal/' }],
    [
      'DATA_ATTESTER_SECRET, SERVICE_ATTESTER_SECRET: must be two different secrets',
      { DATA_ATTESTER_SECRET: remote.secret, SERVICE_ATTESTER_SECRET: remote.secret },
    ],
    [
      'DATA_ATTESTER_ADDRESS, SERVICE_ATTESTER_ADDRESS: must be two different keys',
      {
        DATA_ATTESTER_PRIVATE_KEY: '',
        SERVICE_ATTESTER_PRIVATE_KEY: '',
        DATA_ATTESTER_ADDRESS: address,
        SERVICE_ATTESTER_ADDRESS: address,
      },
    ],
    [
      'SERVICE_ATTESTER_ADDRESS: is a publicly known account',
      { SERVICE_ATTESTER_ADDRESS: localAccount('serviceAttester').address },
    ],
  ])('reject what contradicts itself: %s', (problem, given) => {
    expect(() => decideConfig(readEnv({ ...staging, ...all, ...given }))).toThrow(problem);
  });

  test.each([
    ['DATA_ATTESTER_URL', 'https://user:hunter2@attester.example.org/'],
    ['DATA_ATTESTER_URL', 'attester.example.org'],
    ['DATA_ATTESTER_SECRET', 'too short'],
    ['DATA_ATTESTER_SECRET', `two\r\nlines${remote.secret}`],
    ['DATA_ATTESTER_ADDRESS', '0x1'],
  ])('reject a malformed %s without quoting it', (name, value) => {
    const attempt = () => readEnv({ ...staging, ...all, [name]: value });
    expect(attempt).toThrow(`${name}: must`);
    expect(attempt).not.toThrow(value);
  });

  test('with the keys of both attesters in the process are refused in production, and a warning elsewhere', () => {
    const production = { ...staging, ...all, LABROOM_ENVIRONMENT: 'production' };
    const refused = () => decideConfig(readEnv(production));
    expect(refused).toThrow(
      /DATA_ATTESTER_PRIVATE_KEY, SERVICE_ATTESTER_PRIVATE_KEY: the keys of both attesters/,
    );
    expect(refused).toThrow('which production refuses; move one of them: set DATA_ATTESTER_KMS_KEY_ID, or');
    for (const key of [all.DATA_ATTESTER_PRIVATE_KEY, all.SERVICE_ATTESTER_PRIVATE_KEY])
      expect(refused).not.toThrow(key);
    for (const place of [
      { DATA_ATTESTER_KMS_KEY_ID: 'alias/attester' },
      { DATA_ATTESTER_URL: remote.url, DATA_ATTESTER_SECRET: remote.secret },
    ]) {
      const apart = { DATA_ATTESTER_PRIVATE_KEY: '', DATA_ATTESTER_ADDRESS: address, ...place };
      const env = readEnv({ ...production, ...apart });
      expect(decideConfig(env).didLinking.kind).toBe('on');
      expect(attesterWarnings('production', attestersOf(env))).toEqual([]);
    }
    const both = attestersOf(readEnv({ ...staging, ...all }));
    expect(attesterWarnings('staging', both)).toEqual([
      expect.stringMatching(/^the keys of both attesters are in this process.*; move one of them: set DATA_/),
    ]);
    expect(attesterWarnings('local', both)).toEqual([]);
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
