import {
  encodeEventTopics,
  type Hex,
  isAddressEqual,
  type PublicClient,
  pad,
  parseAbi,
  zeroAddress,
} from 'viem';
import type { DeployedManifest, Findings } from './plan-of-manifest.ts';
import { ownedContracts } from './timelock.ts';

const ownershipAbi = parseAbi([
  'event OwnershipTransferred(address indexed previousOwner, address indexed newOwner)',
]);

/**
 * Looks up the transactions in which the contracts got their first owner. A manifest that begins later would hide what happened before from
 * everybody who reads events from its first block. Less than a reading of all events, so that a start can do it.
 * @throws if the node does not answer
 */
export async function firstBlockFindings(
  reader: Pick<PublicClient, 'getTransactionReceipt'>,
  { deployment, startBlock }: Pick<DeployedManifest, 'deployment' | 'startBlock'>,
): Promise<Findings> {
  const findings: Findings = { failed: [], unverified: [] };
  const names: readonly string[] = Object.values(ownedContracts);
  for (const { name, address, transactionHash: hash } of deployment.contracts) {
    if (!names.includes(name)) continue;
    const receipt = hash && (await receiptOf(reader, hash));
    if (!receipt) {
      findings.unverified.push(
        hash
          ? `the node does not know the transaction ${hash} in which ${name} was deployed`
          : `the manifest does not say in which transaction ${name} was deployed, so its first block may be too late`,
      );
      continue;
    }
    const [topic] = encodeEventTopics({ abi: ownershipAbi });
    const isDeployed = receipt.logs.some(
      (log) =>
        isAddressEqual(log.address, address) && log.topics[0] === topic && log.topics[1] === pad(zeroAddress),
    );
    if (!isDeployed)
      findings.failed.push(`${name} was not deployed in transaction ${hash}, which the manifest names`);
    else if (receipt.blockNumber < BigInt(startBlock ?? 0))
      findings.failed.push(
        `${name} was deployed in block ${receipt.blockNumber}, before block ${startBlock}, with which the manifest begins`,
      );
  }
  return findings;
}

/** The receipt of a transaction; `null` if the node does not know it. */
export async function receiptOf(reader: Pick<PublicClient, 'getTransactionReceipt'>, hash: Hex) {
  return reader.getTransactionReceipt({ hash }).catch((error: unknown) => {
    if (error instanceof Error && error.name === 'TransactionReceiptNotFoundError') return null;
    throw error;
  });
}
