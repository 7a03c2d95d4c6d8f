import type { Address } from '@labroom/contracts/networks';
import { isContractError } from '@labroom/protocol/call-error';
import { type Hex, keccak256, type PublicClient, parseAbi, slice, zeroHash } from 'viem';
import type { Findings } from './plan-of-manifest.ts';

type SafeReader = Pick<PublicClient, 'getCode' | 'getStorageAt' | 'readContract'>;

/** Hashes of the code of published proxies of Safes. They have no arguments, and the address of their code in their first slot. */
const proxies: readonly Hex[] = [
  '0xb89c1b3bdf2cf8827818646bce9a8f6e372885f8c55e5c07acbd307cb133b000',
  '0xd7d408ebcd99b2b70be43e20253d6d92a8ea8fab29bd3be7f55b10032331fb4c',
  '0x4e381985ca68b3e5d27b4425fa581c19cf33146d3f887a3cfca96f55528ea46f',
];
/** Versions of published Safes, with and without events for every call, by the hash of their code. */
const singletons: Readonly<Record<Hex, string>> = {
  '0xbba688fbdb21ad2bb58bc320638b43d94e7d100f6f3ebaab0a4e4de6304b1c2e': '1.3.0',
  '0x21842597390c4c6e3c1239e434a682b054bd9548eee5e9b1d6a4482731023c0f': '1.3.0',
  '0x1fe2df852ba3299d6534ef416eefa406e56ced995bca886ab7a553e6d0c5e1c4': '1.4.1',
  '0xb1f926978a0f44a2c0ec8fe822418ae969bd8c3f18d61e5103100339894f81ff': '1.4.1',
  '0xdda019cbd7c867a533a2a86e5c53434fdc50b13122b5a5ddb4a8df61b31c20f2': '1.5.0',
  '0x180193227186ccb85316c94db1f0d156ed932b14712cfaac78901899178572dc': '1.5.0',
};
const safeAbi = parseAbi([
  'function getOwners() view returns (address[])',
  'function getThreshold() view returns (uint256)',
  'function getModulesPaginated(address start, uint256 pageSize) view returns (address[] modules, address next)',
]);
/** The head of a Safe's list of modules. */
const sentinel = '0x0000000000000000000000000000000000000001';
/** Modules that are named at most. */
const MAX_MODULES = 20n;

/**
 * What is at the address that a manifest calls the Safe: any other contract can have the functions of one. A Safe's storage can hold more
 * than its lists show, so this does not replace a look at who made it.
 * @throws if the node does not answer
 */
export async function safeFindings(
  reader: SafeReader,
  safe: Address,
): Promise<Findings & { passed: string[] }> {
  const subject = `the Safe at ${safe}`;
  const findings = { passed: [] as string[], failed: [] as string[], unverified: [] as string[] };
  const code = await reader.getCode({ address: safe });
  if (!code) {
    findings.failed.push(`${subject}: there is no code`);
    return findings;
  }
  const version = proxies.includes(keccak256(code)) ? await versionOf(reader, safe) : undefined;
  const contract = { address: safe, abi: safeAbi } as const;
  const lists =
    version &&
    (await Promise.all([
      reader.readContract({ ...contract, functionName: 'getOwners' }),
      reader.readContract({ ...contract, functionName: 'getThreshold' }),
      reader.readContract({
        ...contract,
        functionName: 'getModulesPaginated',
        args: [sentinel, MAX_MODULES],
      }),
    ]).catch((error: unknown) => {
      if (isContractError(error)) return undefined;
      throw error;
    }));
  if (!lists) {
    findings.unverified.push(
      `${subject} does not have the code of a published Safe, so nobody knows for whom it acts`,
    );
    return findings;
  }
  const [owners, threshold, [modules]] = lists;
  findings.passed.push(
    `${subject} has the code of Safe ${version} and the threshold ${threshold}; its owners: ${owners.join(', ')}`,
  );
  for (const module of modules)
    findings.unverified.push(`${subject} has the module ${module}, which acts for it without its owners`);
  return findings;
}

/** The version of a Safe by the code that its proxy runs. */
async function versionOf(reader: SafeReader, safe: Address): Promise<string | undefined> {
  const slot = await reader.getStorageAt({ address: safe, slot: zeroHash });
  if (slot?.length !== 66) return undefined;
  const code = await reader.getCode({ address: slice(slot, 12) });
  return code && singletons[keccak256(code)];
}
