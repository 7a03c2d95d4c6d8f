import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localChain, openFaucet, registerLab, signIn } from '@labroom/testing/actors.ts';
import { startCountingNode } from '@labroom/testing/counting-node.ts';
import { startFoundations } from '@labroom/testing/foundations.ts';
import { deploySafe, signAsSafe } from '@labroom/testing/safe.ts';
import { ask } from '@labroom/testing/test-client.ts';
import { decryptDataKey, uploadSecret } from '@labroom/testing/test-encryption.ts';
import type { Author } from '@labroom/testing/test-upload.ts';
import { generateToken, signInMessage } from '@labroom/testing/token-requests.ts';
import { type Address, type Hex, hashMessage } from 'viem';
import { startService } from './stack/service-process.ts';

/**
 * `node bench/signers.ts`: what `decryptDataKey` costs for a Safe, whose contract is asked about the signer, beside the same call for
 * the same lab by a wallet that signs with its key, and beside a read of the Safe that remembers the answer. In alternation, in one run.
 */

const rounds = 10;
const callsPerRound = 20;

const dataDir = await mkdtemp(join(tmpdir(), 'labroom-bench-'));
const foundations = await startFoundations(dataDir);
const node = await startCountingNode(foundations.rpcUrl);
const service = await startService({ ...foundations, rpcUrl: node.url, dataDir });
try {
  const owner = await openFaucet(foundations.rpcUrl).fundedWallet();
  const chain = localChain(foundations.rpcUrl, owner);
  const safe = await deploySafe(chain, [owner.address]);
  const lab = await registerLab(service, chain, safe);
  await uploadSecret(service, lab, 'a secret', { path: 'secret.txt' });
  const bySigner = { ...lab, wallet: safe, token: await tokenOf(safe) };
  const byKey = { ...lab, token: (await signIn(service, owner)).token };
  const decrypt = (author: Author) => async () => {
    const { error } = await decryptDataKey(service, author, { filePath: 'secret.txt' });
    if (error) throw new Error(error.message);
  };
  const subjects = {
    'decryptDataKey, an owner of the Safe by its key': decrypt(byKey),
    'decryptDataKey, the Safe': decrypt(bySigner),
    'serviceTokens, the Safe (remembers)': () =>
      ask(service, '{ serviceTokens { totalCount } }', {}, bySigner.token),
  };
  const samples = new Map(
    Object.keys(subjects).map((name) => [name, { ms: [] as number[], calls: 0, cpu: 0 }]),
  );
  // The first round warms up.
  for (let round = -1; round < rounds; round += 1)
    for (const [name, call] of Object.entries(subjects)) {
      const of = samples.get(name);
      const [asked, cpu] = [node.asked.length, service.cpuMilliseconds()];
      for (let time = 0; time < callsPerRound; time += 1) {
        const begun = performance.now();
        await call();
        if (round >= 0) of?.ms.push(performance.now() - begun);
      }
      if (round < 0 || !of) continue;
      of.calls += node.asked.slice(asked).filter((method) => method === 'eth_call').length;
      of.cpu += service.cpuMilliseconds() - cpu;
    }
  console.log('| call | eth_calls each | ms, median | CPU of the service each, ms |\n|---|---|---|---|');
  for (const [name, { ms, calls, cpu }] of samples) {
    const median = ms.toSorted((a, b) => a - b)[ms.length >> 1] ?? 0;
    const each = (sum: number, digits: number) => (sum / ms.length).toFixed(digits);
    console.log(`| ${name} | ${each(calls, 2)} | ${median.toFixed(1)} | ${each(cpu, 1)} |`);
  }

  async function tokenOf(walletAddress: Address): Promise<string> {
    const message: Hex = hashMessage(await signInMessage(service, walletAddress));
    const messageSignature = await signAsSafe(owner, walletAddress, message);
    return (await generateToken(service, { walletAddress, messageSignature })).token;
  }
} finally {
  await service.stop();
  await node.close();
  await foundations.stop();
  await rm(dataDir, { recursive: true, force: true });
}
