import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type ProjectWithPackage, projectWithPackage } from '@labroom/scripts/packages/packed-package.ts';
import { publishedPackages } from '@labroom/scripts/packages/published-packages.ts';
import { localChain } from '@labroom/testing/actors.ts';
import { startDeployedChain, type TestChain } from '@labroom/testing/test-chain.ts';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { localAccount } from '../local-accounts.ts';
import { publishedManifest } from '../manifest.ts';

const run = promisify(execFile);
let project: ProjectWithPackage;
let folder: string;
let chain: TestChain;
beforeAll(async () => {
  chain = await startDeployedChain();
  project = await projectWithPackage(publishedPackages.contracts, 'links', ['@openzeppelin']);
  folder = project.folder;
});
afterAll(async () => {
  await chain.stop();
  await project[Symbol.asyncDispose]();
});

const PROGRAM = `
import { didProvider, didRegistryAbi, didSubjects, hashLinkDidRequest, networks, oclTermsPermissionerAbi, termsMessage } from '@labroom/contracts';
import { createPublicClient, http, zeroHash } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { holderOf } from './holder.ts';

const [rpcUrl = '', oclId, key] = process.argv.slice(2) as [string, \`0x\${string}\`, \`0x\${string}\`];
const holder: \`0x\${string}\` = await holderOf(oclId, rpcUrl, 'contracts.json');
const client = createPublicClient({ transport: http(rpcUrl) });
const { termsPermissioner, didRegistry } = networks[31337].contracts;
if (!termsPermissioner || !didRegistry) throw new Error('Not deployed');

const agreement = { labId: 1n, s3Key: 'key', contentHash: zeroHash };
const account = privateKeyToAccount(key);
const signature = await account.signMessage({ message: termsMessage({ ...agreement, chainId: 31337 }) });
const terms = { address: termsPermissioner, abi: oclTermsPermissionerAbi } as const;
const isAccepted = await client.readContract({
  ...terms,
  functionName: 'isValidSignature',
  args: [{ ...agreement, originalOwner: account.address }, account.address, signature],
});
// @ts-expect-error The ABI is typed.
client.readContract({ ...terms, functionName: 'noSuchFunction' }).catch(() => undefined);

const request = { oclId, provider: didProvider, subject: didSubjects.account, did: 'did:odf:1', requestId: zeroHash, deadline: 1n };
const hash = await client.readContract({ address: didRegistry, abi: didRegistryAbi, functionName: 'hashRequest', args: [request] });
const isSameHash = hash === hashLinkDidRequest({ chainId: 31337, registry: didRegistry }, request);
console.log(JSON.stringify({ holder, isAccepted, isSameHash }));
`;

test('a program installs it, has types, reads the chain and signs what the contracts verify', async () => {
  await writeFile(join(folder, 'holder.ts'), await project.exampleIn('ts'));
  await writeFile(join(folder, 'program.ts'), PROGRAM);
  await writeFile(join(folder, 'contracts.json'), JSON.stringify(publishedManifest(31337)));
  await project.checkTypes('holder.ts', 'program.ts');

  const { privateKey } = localAccount('owner');
  const owner = privateKeyToAccount(privateKey);
  const { oclId } = await localChain(chain.rpcUrl, owner).mintLab();
  const { stdout } = await run(process.execPath, ['program.ts', chain.rpcUrl, oclId, privateKey], {
    cwd: folder,
  });
  expect(JSON.parse(stdout)).toEqual({ holder: owner.address, isAccepted: true, isSameHash: true });
});

test('a bad manifest is refused with the reason', async () => {
  const program = "import { parseManifest } from '@labroom/contracts'; parseManifest('{\"format\":2}')";
  const child = run(process.execPath, ['--input-type=module', '-e', program], { cwd: folder });
  await expect(child).rejects.toThrow(/ManifestError: is no manifest of contracts: format/);
});

test('a contract compiles against the interfaces', async () => {
  const solc: { compile(input: string, callbacks: object): string } = createRequire(import.meta.url)('solc');
  const contents = new Map<string, string>();
  const read = (path: string) => {
    const found = contents.get(path);
    return found === undefined ? { error: `${path} is missing` } : { contents: found };
  };
  const load = async (path: string): Promise<void> => {
    if (contents.has(path)) return;
    const text = await readFile(join(folder, 'node_modules', path), 'utf8');
    contents.set(path, text);
    for (const [, imported = ''] of text.matchAll(/from "([^"]+)"/g))
      await load(imported.startsWith('.') ? join(path, '..', imported) : imported);
  };
  const content = await project.exampleIn('solidity');
  for (const [, imported = ''] of content.matchAll(/from "([^"]+)"/g)) await load(imported);
  const input = {
    language: 'Solidity',
    sources: { 'ViewersOnly.sol': { content } },
    settings: { outputSelection: { '*': { '*': ['abi'] } } },
  };
  const output = JSON.parse(solc.compile(JSON.stringify(input), { import: read }));
  expect(output.errors ?? []).toEqual([]);
  expect(output.contracts['ViewersOnly.sol'].ViewersOnly.abi).toEqual(
    expect.arrayContaining([expect.objectContaining({ name: 'enter' })]),
  );
});
