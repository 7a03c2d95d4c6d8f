import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { indexChain } from '@labroom/testing/index-chain.ts';
import { registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { startTestService, type TestService } from '@labroom/testing/test-service.ts';
import { fund } from '@labroom/testing/test-wallets.ts';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const privateKey = generatePrivateKey();
const owner = privateKeyToAccount(privateKey);
let service: TestService;
let dir: string;
beforeAll(async () => {
  service = await startTestService();
  dir = await mkdtemp(join(tmpdir(), 'labroom-client-'));
  await fund(owner.address);
  await registeredLab(service, owner);
  await indexChain(service.context);
});
afterAll(async () => {
  await service.stop();
  await rm(dir, { recursive: true, force: true });
});

test('a short program uploads an encrypted note to its lab and decrypts it', async () => {
  const settings = join(dir, 'settings.json');
  const accounts = [{ name: 'owner', privateKey }];
  const rest = { chainId: 31337, consumerCredential: service.credential, accounts };
  await writeFile(settings, JSON.stringify({ graphqlUrl: `${service.url}/graphql`, ...rest }));
  const program = join(import.meta.dirname, 'client.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [program, settings]);
  expect(stdout).toMatch(/^notes\/[0-9a-f-]{36}\.md: Yield 83 %\n$/);
});
