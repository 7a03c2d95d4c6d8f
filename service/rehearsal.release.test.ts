import { createTestClient, encodeFunctionData, type Hex, http, parseAbi, zeroHash } from 'viem';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  accessResolverAbi,
  didRegistryAbi,
  oclTermsPermissionerAbi,
  oclTokenizerAbi,
} from '#contracts/abi.generated.ts';
import { bytecodes } from '#contracts/deploy/bytecode.generated.ts';
import { deploySuite } from '#contracts/deploy/deploy-suite.ts';
import { verifyDeployment } from '#contracts/deploy/verify-deployment.ts';
import { type Manifest, networkOf } from '#contracts/manifest.ts';
import type { Address } from '#contracts/networks.ts';
import { openLabChain } from '#packages/client/lab-chain.ts';
import { startAttesterEndpoint } from '#testing/attester-endpoint.ts';
import { environmentOn, newKey, type PublicChain, startPublicChain } from '#testing/public-chain.ts';
import { actAsSafe, swapFirstOwner } from '#testing/safe.ts';
import { createTestDatabase } from '#testing/test-database.ts';
import { readRole } from './chain/access-resolver.ts';
import { startInstallation } from './operator/installation/start-installation.ts';
import { loadConfiguration } from './platform/config/configure.ts';

const timelockAbi = parseAbi([
  'function schedule(address target, uint256 value, bytes data, bytes32 predecessor, bytes32 salt, uint256 delay)',
  'function execute(address target, uint256 value, bytes payload, bytes32 predecessor, bytes32 salt) payable',
]);
const DELAY = 172_800;

async function startService(chain: PublicChain, variables: Record<string, string> = {}) {
  const database = await createTestDatabase();
  onTestFinished(database.drop);
  const configuration = await loadConfiguration(
    {},
    {
      ...environmentOn(chain),
      DATABASE_URL: database.url,
      CONTRACTS: chain.options.file,
      ...variables,
    },
  );
  const { context, warnings, running } = await startInstallation(configuration);
  onTestFinished(async () => {
    await running[Symbol.asyncDispose]();
    await context.db.$client.end();
  });
  return { context, warnings };
}

/** The owner's calls: proposed by the Safe, executed by it after the delay. */
function ownerOf(chain: PublicChain, { contracts, administration }: Manifest) {
  const timelock = administration?.timelock ?? '0x';
  const network = { chainId: chain.chainId, contracts };
  const wallet = openLabChain({ rpcUrl: chain.rpcUrl, account: chain.signer, network });
  const node = createTestClient({ mode: 'hardhat', transport: http(chain.rpcUrl) });
  const send = (data: Hex) => actAsSafe(wallet, chain.safe, { to: timelock, data });
  return {
    wallet,
    async propose(target: Address, data: Hex) {
      const args = [target, 0n, data, zeroHash, zeroHash] as const;
      await send(
        encodeFunctionData({
          abi: timelockAbi,
          functionName: 'schedule',
          args: [...args, BigInt(DELAY)],
        }),
      );
      return {
        execute: () => send(encodeFunctionData({ abi: timelockAbi, functionName: 'execute', args })),
      };
    },
    async passDelay() {
      await node.increaseTime({ seconds: DELAY });
      await node.mine({ blocks: 1 });
    },
  };
}

describe.each([84532, 8453] as const)('on chain %i', (chainId) => {
  it('deploys, serves labs and tokens, upgrades with the delay, exchanges an attester and the owners of the Safe', async () => {
    await using chain = await startPublicChain(chainId);
    const manifest = await deploySuite(chain.options);
    expect((await verifyDeployment(chain.rpcUrl, manifest)).failed).toEqual([]);
    const { contracts } = networkOf(manifest, chainId);
    const { accessResolver, tokenizer, termsPermissioner, didRegistry } = contracts;
    if (!tokenizer || !termsPermissioner || !didRegistry) throw new Error('The deployment is not complete');
    const { context } = await startService(chain);
    const owner = ownerOf(chain, manifest);

    // A lab, a role in it, and its token.
    const [holder, member] = [newKey(), newKey()];
    await chain.fund(holder.address);
    const labs = openLabChain({ rpcUrl: chain.rpcUrl, account: holder, network: { chainId, contracts } });
    const lab = await labs.mintLab();
    await labs.grantRole({ oclId: lab.oclId, to: member.address, role: 'CONTRIBUTOR' });
    expect(await readRole(context.chain, { oclId: lab.oclId, wallet: member.address })).toBe('CONTRIBUTOR');
    const key = `${lab.oclId}/agreements/1`;
    const contentHash: Hex = `0x${'ab'.repeat(32)}`;
    const terms = await labs.reader.readContract({
      address: termsPermissioner,
      abi: oclTermsPermissionerAbi,
      functionName: 'specificTermsV1',
      args: [{ labId: lab.tokenId, originalOwner: holder.address, s3Key: key, contentHash }],
    });
    expect(terms).toContain(String(chainId));
    const signature = await holder.signMessage({ message: terms });
    await labs.write({
      address: tokenizer,
      abi: oclTokenizerAbi,
      functionName: 'tokenize',
      args: [lab.tokenId, 100n, 'TEST', key, contentHash, signature],
      chain: labs.wallet.chain,
      account: holder,
    });

    // An upgrade runs after the delay, not before.
    const code = (
      await owner.wallet.send({
        data: `${bytecodes.AccessResolver}${contracts.labNft.slice(2).padStart(64, '0')}`,
      })
    ).contractAddress;
    const upgrade = await owner.propose(
      accessResolver,
      encodeFunctionData({
        abi: accessResolverAbi,
        functionName: 'upgradeToAndCall',
        args: [code ?? '0x', '0x'],
      }),
    );
    const nextAttester = newKey();
    const rotation = await owner.propose(
      didRegistry,
      encodeFunctionData({
        abi: didRegistryAbi,
        functionName: 'setAttesters',
        args: [nextAttester.address, chain.keys.service.address],
      }),
    );
    await expect(upgrade.execute()).rejects.toThrow();
    await owner.passDelay();
    await upgrade.execute();
    await rotation.execute();
    expect(await readRole(context.chain, { oclId: lab.oclId, wallet: member.address })).toBe('CONTRIBUTOR');

    // The former attester's key is refused, the new one is accepted, and the upgrade is reported.
    await expect(startService(chain)).rejects.toThrow(/CONTRACTS: didRegistry\.dataAttester\(\) is 0x/);
    const next = await startAttesterEndpoint(nextAttester.privateKey);
    onTestFinished(next.stop);
    const { warnings } = await startService(chain, next.variables('DATA_ATTESTER'));
    expect(warnings.join('\n')).toContain(`accessResolver: was upgraded to ${code?.toLowerCase()}`);

    // The Safe goes to another owner; the former one may propose nothing.
    await swapFirstOwner(owner.wallet, chain.safe, holder.address);
    await expect(owner.propose(didRegistry, '0x')).rejects.toThrow();
    const successor = ownerOf({ ...chain, signer: holder }, manifest);
    await successor.propose(didRegistry, '0x');
  }, 120_000);
});
