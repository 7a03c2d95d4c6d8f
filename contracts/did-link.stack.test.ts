import { startDeployedChain, type TestChain } from '@labroom/testing/test-chain.ts';
import { createPublicClient, http, keccak256, zeroHash } from 'viem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { didRegistryAbi } from './abi.generated.ts';
import { didProvider, didSubjects, hashLinkDidAttestation, hashLinkDidRequest } from './did-link.ts';
import { localAddresses } from './local-addresses.generated.ts';

let chain: TestChain;
beforeAll(async () => {
  chain = await startDeployedChain();
});
afterAll(() => chain.stop());

it('TypeScript and the registry compute the same hashes', async () => {
  const reader = createPublicClient({ transport: http(chain.rpcUrl) });
  const registry = { address: localAddresses.didRegistry, abi: didRegistryAbi } as const;
  const location = { chainId: 31337, registry: registry.address };
  for (const did of ['did:odf:fed01', '', 'did:ö:\u{1f9ec}\0 "quoted"']) {
    const request = {
      oclId: keccak256('0x01'),
      provider: didProvider,
      subject: didSubjects.dataRoom,
      did,
      requestId: zeroHash,
      deadline: 2n ** 256n - 1n,
    };
    const requestHash = hashLinkDidRequest(location, request);
    expect(await reader.readContract({ ...registry, functionName: 'hashRequest', args: [request] })).toBe(
      requestHash,
    );
    const proof = `0x${'ab'.repeat(64)}` as const;
    expect(
      await reader.readContract({
        ...registry,
        functionName: 'hashAttestation',
        args: [requestHash, keccak256(proof)],
      }),
    ).toBe(hashLinkDidAttestation(location, requestHash, proof));
  }
});
