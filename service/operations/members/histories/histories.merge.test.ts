import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accessResolverAbi, labNftAbi, onChainLabFactoryAbi } from '@labroom/contracts/abi';
import type { LocalChain } from '@labroom/local/chain/start-local-chain.ts';
import { newWallet, type TestWallet } from '@labroom/testing/actors.ts';
import { depth, seed } from '@labroom/testing/depth.ts';
import { startDeployedChain } from '@labroom/testing/foundations.ts';
import { indexChain } from '@labroom/testing/index-chain.ts';
import { uploadSecret } from '@labroom/testing/test-encryption.ts';
import { startTestService, type TestService } from '@labroom/testing/test-service.ts';
import { generateToken, signInMessage } from '@labroom/testing/token-requests.ts';
import fc from 'fast-check';
import { encodeFunctionData, parseEventLogs } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDidKey } from '#core/did/did-key.ts';
import { brokenInvariants } from '#operator/check/invariants.ts';
import { insertLab } from '../../labs/lab-store.ts';
import { type Action, act, histories, type Outcome, type Stage } from './actions.fixture.ts';
import { ChainActors } from './chain-actors.fixture.ts';
import { actualAnswers, expectedAnswers, secretPath } from './questions.fixture.ts';
import { RoleModel } from './role-model.fixture.ts';

const lower = (address: string) => address.toLowerCase();
const outcomes = new Map<Outcome, number>();
let asked = 0;
let done = 0;

let dataDir: string;
/** Of its own, because its clock is moved. */
let chain: LocalChain;
let service: TestService;
let actors: ChainActors;
/** What histories leave to the next ones: pauses, and locks of the accounts that they share. */
let model: RoleModel;
const tokens = new Map<string, string>();
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'histories-'));
  chain = await startDeployedChain(dataDir);
  service = await startTestService({ rpcUrl: chain.rpcUrl });
  const keys = Array.from({ length: 4 }, newWallet);
  actors = await ChainActors.open(service.context.chain, keys);
  for (const key of keys) tokens.set(lower(key.address), await tokenOf(key));
  model = new RoleModel(lower(actors.administrator.address));
}, 120_000);
afterAll(async () => {
  const broken = await brokenInvariants(service.context.db);
  await service.stop();
  await chain.stop();
  await rm(dataDir, { recursive: true });
  expect(broken).toEqual([]);
});

test(`after ${depth.histories} random histories of roles, model, resolver, service, key release and list agree (TEST_SEED=${seed})`, {
  timeout: 120_000 + depth.histories * 30_000,
}, async () => {
  await fc.assert(fc.asyncProperty(histories, agree), { numRuns: depth.histories, seed });
  const transactions = Object.fromEntries([...outcomes].toSorted());
  console.log(JSON.stringify({ seed, histories: depth.histories, asked, transactions }, null, 1));
});

/** A token that outlives the days by which the clock is moved. */
async function tokenOf(key: TestWallet): Promise<string> {
  const message = await signInMessage(service, key.address);
  const messageSignature = await key.signMessage({ message });
  const args = { walletAddress: key.address, messageSignature, expiresIn: '1y' };
  return (await generateToken(service, args)).token;
}

/** Runs one history on labs of its own. Asks about the lab of an action after every third one, and about both at the end. */
async function agree(history: Action[]): Promise<void> {
  const stage = await openStage();
  for (const [step, action] of history.entries()) {
    const outcome = await act(stage, action);
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    if (step % 3 === 2) await compare(stage, [action.lab]);
  }
  await compare(stage, [0, 1]);
  done += 1;
  if (done % 100 === 0) console.log(`${done} histories, ${asked} questions`);
}

async function compare(stage: Stage, which: number[]): Promise<void> {
  await indexChain(service.context);
  for (const at of which) {
    const lab = stage.labs[at];
    if (!lab) continue;
    const { now, answers } = await actualAnswers(service, stage, lab, tokens);
    expect(answers, `lab ${lab.oclId} at ${now}`).toEqual(expectedAnswers(stage, lab, now));
    asked += answers.size;
  }
}

/** Two fresh labs with a secret file each, a fresh Safe and an account of it. Earlier locks are over, and nothing is paused. */
async function openStage(): Promise<Stage> {
  const [first, second] = actors.keys;
  if (!first || !second) throw new Error('Histories need two holders');
  await actors.skip(200);
  await resetPause();
  const safe = await actors.safeOf([first, second], 1);
  const safeAccount = await actors.accountOf(safe as `0x${string}`);
  model.labs.length = 0;
  model.safes.clear();
  model.accountOwners.clear();
  model.safes.set(safe, { owners: [lower(first.address), lower(second.address)], threshold: 1 });
  model.accountOwners.set(safeAccount, safe);
  model.accountOwners.set(actors.keyAccount, lower(second.address));
  const labs = [await openLab(first), await openLab(second)];
  model.labs.push(...labs);
  const { keyAccount, person, escrow, vault } = actors;
  const others = [safe, safeAccount, keyAccount, person, escrow, vault];
  const contracts = [...others, ...labs.map(({ account }) => account)];
  const everyone = [...actors.keys.map(({ address }) => lower(address)), ...contracts];
  return { actors, contracts: service.context.chain.contracts, model, labs, safe, everyone };
}

async function openLab(holder: TestWallet) {
  const { labNft, factory } = service.context.chain.contracts;
  const value = await actors.reader.readContract({
    address: labNft,
    abi: labNftAbi,
    functionName: 'mintFeeWei',
  });
  const data = encodeFunctionData({
    abi: onChainLabFactoryAbi,
    functionName: 'mintAndCreateAccount',
    args: [holder.address],
  });
  const { logs } = await actors.mustSend(holder, { to: factory, data, value });
  const [minted] = parseEventLogs({ abi: labNftAbi, eventName: 'OclIdentityCreated', logs });
  if (!minted) throw new Error('The transaction minted no lab');
  const { oclId, tokenId } = minted.args;
  const account = lower(minted.args.account);
  await insertLab(service.context.db, {
    ...{
      oclId,
      account,
      tokenId: tokenId.toString(),
      registeredBy: lower(holder.address),
      storageLimit: 1e9,
    },
    accountKey: await createDidKey(service.context, 'account'),
    dataRoomKey: await createDidKey(service.context, 'dataRoom'),
  });
  const author = { oclId, wallet: holder.address, token: tokens.get(lower(holder.address)) ?? '' };
  const { error } = await uploadSecret(service, author, 'for everyone with a role', { path: secretPath });
  if (error) throw new Error(error.message);
  return { oclId, tokenId, account, holder: lower(holder.address), grants: new Map() };
}

/** Ends a pause, and names the next key as guardian: each can pause once in a month. */
async function resetPause(): Promise<void> {
  const to = service.context.chain.contracts.accessResolver;
  const abi = accessResolverAbi;
  if (model.unpauseBy(model.administrator, await actors.now()))
    await actors.mustSend(actors.administrator, {
      to,
      data: encodeFunctionData({ abi, functionName: 'unpause' }),
    });
  const next =
    actors.keys[(actors.keys.findIndex(({ address }) => lower(address) === model.guardian) + 1) % 4];
  if (!next) throw new Error('Histories need keys');
  const data = encodeFunctionData({ abi, functionName: 'setGuardian', args: [next.address] });
  await actors.mustSend(actors.administrator, { to, data });
  model.guardian = lower(next.address);
}
