import { isContractError } from '@labroom/protocol/call-error';
import {
  createPublicClient,
  custom,
  type Hex,
  http,
  isErc6492Signature,
  type PublicClient,
  parseErc6492Signature,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
} from 'viem';

interface SignedHash {
  address: `0x${string}`;
  hash: Hex;
  signature: Hex;
}

/** A node, and whether it left a question unanswered. */
export interface AskedNode {
  readonly isSilent: boolean;
  /** `undefined` if the chain has no such transaction, or the node did not answer. */
  receiptOf(hash: Hex): Promise<TransactionReceipt | undefined>;
  /** Whether an account signed; `null` if the node did not answer. */
  verifyHash(signed: SignedHash): Promise<boolean | null>;
}

/**
 * Asks a node about signatures of contracts and receipts. viem says that a signature is invalid if the node refuses the
 * call, e.g. because it limits requests, so failures are noted where the requests are sent.
 */
export function askNode(url: string): AskedNode {
  let failures = 0;
  const { request } = http(url)({});
  const noting: typeof request = async (call, options) => {
    try {
      return await request(call, options);
    } catch (error) {
      if (!isContractError(error)) failures += 1;
      throw error;
    }
  };
  const node = createPublicClient({ transport: custom({ request: noting }, { retryCount: 0 }) });
  return {
    get isSilent() {
      return failures > 0;
    },
    receiptOf: (hash) =>
      node.getTransactionReceipt({ hash }).catch((error: unknown) => {
        if (!(error instanceof TransactionReceiptNotFoundError)) failures += 1;
        return undefined;
      }),
    async verifyHash(signed) {
      const before = failures;
      const isValid = await verifyHash(node, signed).catch(() => false);
      return isValid || failures === before ? isValid : null;
    },
  };
}

/** viem also runs the prepare call of ERC-6492 for a deployed account, e.g. a transaction that its signers did not send. */
async function verifyHash(node: PublicClient, signed: SignedHash): Promise<boolean> {
  if (!isErc6492Signature(signed.signature)) return node.verifyHash(signed);
  const { signature } = parseErc6492Signature(signed.signature);
  const isDeployed = (await node.getCode({ address: signed.address })) !== undefined;
  return node.verifyHash(isDeployed ? { ...signed, signature } : signed);
}
