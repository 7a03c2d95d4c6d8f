import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { localAccount } from '@labroom/contracts/local-accounts';
import { deployCode, deployHostileHolder, looping } from '@labroom/service/chain/bytecode.fixture.ts';
import { createChainClient } from '@labroom/service/chain/create-chain-client.ts';
import { localChain, registerLab } from '@labroom/testing/actors.ts';
import { post } from '@labroom/testing/test-client.ts';
import { encryptFor } from '@labroom/testing/test-encryption.ts';
import { type Author, uploadFile } from '@labroom/testing/test-upload.ts';
import type { Address } from 'viem';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import type { Stack } from '../stack/stack.ts';

export type Attempt = () => ReturnType<typeof post>;

export interface Attack {
  name: string;
  attempts: Attempt[];
}

const MESSAGE =
  'query($w: String!, $n: String!) { getServiceSignInMessage(walletAddress: $w, serviceName: $n) { message } }';
const SIGN_IN = `mutation($w: String!, $n: String!, $s: String!) {
  generateServiceToken(serviceName: $n, walletAddress: $w, messageSignature: $s) { error { code details } } }`;
const DECRYPT = `mutation($oclId: String!, $filePath: String!) {
  decryptDataKey(oclId: $oclId, filePath: $filePath) { error { code details } } }`;
const ANNOUNCE = `mutation($oclId: String!) {
  createAnnouncement(oclId: $oclId, headline: "H", body: "B") { error { code details } } }`;

const repeat = (count: number, attempt: (number: number) => Attempt): Attempt[] =>
  Array.from({ length: count }, (_, number) => attempt(number));

/** Prepares the attacks: contracts that loop until their gas is used up, and labs and files that depend on them. */
export async function prepareAttacks(stack: Stack): Promise<Attack[]> {
  const account = privateKeyToAccount(localAccount('outsider').privateKey);
  const chain = createChainClient({ rpcUrl: stack.rpcUrl, chainId: 31337 });
  const wallet = await deployCode(chain, account, looping);
  const predicate = await deployCode(chain, account, looping);
  const holder = await deployHostileHolder(chain, account);
  const { oclId, wallet: address, token } = await registerLab(stack, localChain(stack.rpcUrl, account));
  const filePath = await uploadBehind(stack, { oclId, wallet: address, token }, predicate);
  const decrypt = () => post(stack, DECRYPT, { oclId, filePath }, token);
  return [
    { name: '8 looping sign-ins', attempts: repeat(8, () => signInAs(stack, wallet)) },
    { name: '16 endless predicates, 8 at once', attempts: repeat(8, () => decrypt) },
    {
      name: 'a lab held by a hostile contract, 8 at once',
      attempts: await attemptsOnHostileLab(stack, account, holder),
    },
  ];
}

function signInAs(stack: Stack, wallet: Address): Attempt {
  return async () => {
    const variables = { w: wallet, n: `junk-${randomBytes(8).toString('hex')}` };
    await post(stack, MESSAGE, variables);
    return post(stack, SIGN_IN, { ...variables, s: `0x${'11'.repeat(65)}` });
  };
}

/** Uploads a file with sixteen conditions on endless calls, joined by `or`. */
async function uploadBehind(stack: Stack, attacker: Author, contractAddress: Address): Promise<string> {
  const condition = {
    conditionType: 'evmContract',
    contractAddress,
    chain: 'local',
    functionName: 'ask',
    functionParams: [':userAddress'],
    functionAbi: {
      name: 'ask',
      inputs: [{ name: 'account', type: 'address' }],
      outputs: [{ name: '', type: 'bool' }],
      stateMutability: 'view',
      type: 'function',
    },
    returnValueTest: { key: '', comparator: '=', value: 'true' },
  };
  const conditions = Array.from({ length: 16 }, () => [{ operator: 'or' }, condition]).flat();
  const secret = await encryptFor(stack, attacker, 'secret', JSON.stringify(conditions.slice(1)));
  const file = {
    path: 'endless',
    accessLevel: 'ADMIN',
    encryptionMetadata: secret.encryptionMetadata,
  };
  const { error } = await uploadFile(stack, attacker, secret.ciphertext, file);
  if (error) throw new Error(error.message);
  return file.path;
}

/** Registers a lab and transfers it to a contract whose `getOwners()` never ends. */
async function attemptsOnHostileLab(
  stack: Stack,
  account: PrivateKeyAccount,
  holder: Address,
): Promise<Attempt[]> {
  const chain = localChain(stack.rpcUrl, account);
  const { oclId, tokenId, token } = await registerLab(stack, chain);
  await chain.transferLab(tokenId, holder);
  return repeat(8, () => () => post(stack, ANNOUNCE, { oclId }, token));
}

/** Repeats the attempts until `isOver`. A rejected client retries after 100 ms and ignores `Retry-After`. */
export async function keepAttacking(attempts: Attempt[], isOver: () => boolean) {
  const answers: Record<string, number> = {};
  const keepTrying = async (attempt: Attempt) => {
    while (!isOver()) {
      const { status, body } = await attempt();
      const [result] = Object.values(body.data ?? {}) as { error: { code: string } | null }[];
      const code = body.errors?.[0]?.errorType ?? result?.error?.code ?? 'OK';
      const answer = `${status} ${code}`;
      answers[answer] = (answers[answer] ?? 0) + 1;
      if (status === 429) await pause(100);
    }
  };
  await Promise.all(attempts.map(keepTrying));
  return answers;
}
