import { localAccount } from '@labroom/contracts/local-accounts';
import type { Address } from '@labroom/contracts/networks';
import { privateKeyToAddress } from 'viem/accounts';
import { isInsecure } from './beyond-local.ts';
import type { Env } from './env.ts';
import type { AttesterName, AttesterSettings } from './secrets.ts';

const prefixes = { data: 'DATA_ATTESTER', service: 'SERVICE_ATTESTER' } as const satisfies Record<
  AttesterName,
  string
>;
const names = ['data', 'service'] as const satisfies readonly AttesterName[];
const suffixes = ['PRIVATE_KEY', 'KMS_KEY_ID', 'URL', 'SECRET', 'ADDRESS'] as const;
type Variable = `${(typeof prefixes)[AttesterName]}_${(typeof suffixes)[number]}`;

const variable = (name: AttesterName, suffix: (typeof suffixes)[number]): Variable =>
  `${prefixes[name]}_${suffix}`;
const variablesOf = (env: Env, name: AttesterName) => ({
  privateKey: env[`${prefixes[name]}_PRIVATE_KEY` as const],
  keyId: env[`${prefixes[name]}_KMS_KEY_ID` as const],
  url: env[`${prefixes[name]}_URL` as const],
  secret: env[`${prefixes[name]}_SECRET` as const],
  address: env[`${prefixes[name]}_ADDRESS` as const],
});

/** The variables of the attesters that are given. */
export function givenAttesterVariables(env: Env): Variable[] {
  return names.flatMap((name) => suffixes.map((suffix) => variable(name, suffix))).filter((key) => env[key]);
}

/** What both attesters still need, as names of variables. */
export function missingAttesterVariables(env: Env): string[] {
  return names.flatMap((name) => {
    const { privateKey, keyId, url, secret, address } = variablesOf(env, name);
    if (privateKey) return [];
    if (!keyId && !url) {
      const isLocalDefault = env.LABROOM_ENVIRONMENT === 'local' && !secret && !address;
      const [key, kms, remote] = suffixes.map((suffix) => variable(name, suffix));
      return isLocalDefault ? [] : [`${kms}, ${remote} or ${key}`];
    }
    return [
      ...(address ? [] : [variable(name, 'ADDRESS')]),
      ...(url && !secret ? [variable(name, 'SECRET')] : []),
    ];
  });
}

/** Returns both attesters, on the local chain by default with publicly known keys; undefined if one is missing. */
export function readAttesters(env: Env): Record<AttesterName, AttesterSettings> | undefined {
  if (missingAttesterVariables(env).length > 0) return undefined;
  const [data, service] = [readAttester(env, 'data'), readAttester(env, 'service')];
  return data && service && { data, service };
}

function readAttester(env: Env, name: AttesterName): AttesterSettings | undefined {
  const { privateKey, keyId, url, secret, address } = variablesOf(env, name);
  if (address && keyId) return { kind: 'AWS KMS', address, keyId };
  if (address && url && secret) return { kind: 'remote', address, url, secret };
  const isLocal = env.LABROOM_ENVIRONMENT === 'local';
  const key = privateKey ?? (isLocal && localAccount(`${name}Attester`).privateKey);
  return key ? { kind: 'private key', address: privateKeyToAddress(key), privateKey: key } : undefined;
}

/** The addresses of the attesters by the variable that decides them. */
export function attesterAddresses(env: Env): Record<string, Address | undefined> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const { privateKey, address } = variablesOf(env, name);
      return [
        [variable(name, 'PRIVATE_KEY'), privateKey && privateKeyToAddress(privateKey)],
        [variable(name, 'ADDRESS'), address],
      ];
    }),
  );
}

/** Returns problems of the attesters' settings, as messages for the operator. */
export function attesterProblems(env: Env): string[] {
  const problems = names.flatMap((name) => placeProblems(env, name));
  const [data, service] = [variablesOf(env, 'data'), variablesOf(env, 'service')];
  const addressOf = ({ privateKey, address }: ReturnType<typeof variablesOf>) =>
    privateKey ? privateKeyToAddress(privateKey) : address;
  const both = (suffix: (typeof suffixes)[number]) => names.map((name) => variable(name, suffix)).join(', ');
  if (addressOf(data) && addressOf(data) === addressOf(service)) {
    const decisive = names.map((name) =>
      variable(name, variablesOf(env, name).privateKey ? 'PRIVATE_KEY' : 'ADDRESS'),
    );
    problems.push(`${decisive.join(', ')}: must be two different keys`);
  }
  if (data.secret && data.secret === service.secret)
    problems.push(`${both('SECRET')}: must be two different secrets`);
  if (env.LABROOM_ENVIRONMENT === 'production' && data.privateKey && service.privateKey)
    problems.push(`${both('PRIVATE_KEY')}: ${bothRawKeys}, which production refuses; ${remedy}`);
  return problems;
}

const bothRawKeys =
  'the keys of both attesters are in this process, so a reader of its memory can attest any DID for any lab';
const remedy =
  'move one of them: set DATA_ATTESTER_KMS_KEY_ID, or DATA_ATTESTER_URL and DATA_ATTESTER_SECRET, with ' +
  'DATA_ATTESTER_ADDRESS, in place of DATA_ATTESTER_PRIVATE_KEY (or the same variables of SERVICE_ATTESTER)';

/** Returns warnings for the log of a start. */
export function attesterWarnings(
  environment: Env['LABROOM_ENVIRONMENT'],
  attesters: Readonly<Record<AttesterName, Pick<AttesterSettings, 'kind'>>>,
): string[] {
  const areRaw = names.every((name) => attesters[name].kind === 'private key');
  return environment !== 'local' && areRaw ? [`${bothRawKeys}; ${remedy}`] : [];
}

function placeProblems(env: Env, name: AttesterName): string[] {
  const { privateKey, keyId, url, secret, address } = variablesOf(env, name);
  const problems: string[] = [];
  const places = (['PRIVATE_KEY', 'KMS_KEY_ID', 'URL'] as const)
    .map((suffix) => variable(name, suffix))
    .filter((key) => env[key]);
  if (places.length > 1) problems.push(`${places.join(', ')}: an attester has one key; set one of them`);
  if (secret && !url)
    problems.push(`${variable(name, 'SECRET')}: has no effect without ${variable(name, 'URL')}`);
  if (privateKey && address && privateKeyToAddress(privateKey) !== address)
    problems.push(
      `${variable(name, 'ADDRESS')}: is not the address of ${variable(name, 'PRIVATE_KEY')}; remove it`,
    );
  if (keyId && [env.AWS_KMS_KEY_ID, env.AWS_KMS_PREVIOUS_KEY_ID].includes(keyId))
    problems.push(`${variable(name, 'KMS_KEY_ID')}: must be a signing key, not the key that wraps data keys`);
  if (env.LABROOM_ENVIRONMENT !== 'local' && url && isInsecure(url))
    problems.push(`${variable(name, 'URL')}: must be https, because a secret is sent to it`);
  return problems;
}
