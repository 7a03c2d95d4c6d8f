import type { PaymentPayload, PaymentRequirements } from '@x402/core/types';
import { PERMIT2_ADDRESS } from '@x402/evm';
import {
  type Address,
  type Hex,
  isHash,
  numberToHex,
  parseAbi,
  type RpcLog,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
} from 'viem';
import {
  type Authorization,
  type Eip3009Authorization,
  type Permit2Authorization,
  readAuthorization,
} from '../payment/authorization.ts';
import type { Settlement } from '../payment/facilitator.ts';
import { failed, settled, unknown } from '../payment/settlement-outcomes.ts';
import type { PaymentNode } from './payment-node.ts';
import { endOfAuthorization, transfersBy, transfersOf } from './transfer-log.ts';

const stateAbi = parseAbi([
  'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
  'function nonceBitmap(address owner, uint256 wordPos) view returns (uint256)',
]);

/** Blocks per log request, and number of requests back from the newest block: half a day of Base. */
const searchedAtOnce = 2_000n;
const searches = 12;

const localChain = 'eip155:31337';

/**
 * Reads the outcome of a payment from the receipt of the named transaction, the state of its authorization, and the
 * transaction that used it.
 *
 * - `settled`: the amount went to `payTo` by this authorization.
 * - `failed`: it was used for something else, canceled, expired unused, or mined without a transfer.
 * - `unknown`: it can still be used, or the node did not respond.
 */
export async function reconcileOnChain(
  chain: PaymentNode,
  payment: PaymentPayload,
  requirements: PaymentRequirements,
  transaction: string | null,
): Promise<Settlement> {
  const signed = readAuthorization(payment);
  if (!signed) return unknown('unsupported_payload_type', transaction);
  try {
    const receipt = await readReceipt(chain, transaction);
    const paid = receipt && settledBy(receipt, signed, requirements);
    if (paid) return paid;
    const inquiry = { chain, requirements, transaction, receipt };
    return signed.kind === 'eip3009'
      ? await reconcileEip3009(inquiry, signed)
      : await reconcilePermit2(inquiry, signed);
  } catch {
    return unknown('chain_unavailable', transaction);
  }
}

/** The settlement, if the receipt shows that this payment reached `payTo`. */
export function settledBy(
  { status, logs, transactionHash }: TransactionReceipt,
  signed: Authorization,
  { asset, payTo, amount }: PaymentRequirements,
): Settlement | null {
  if (status !== 'success') return null;
  const transfer = {
    asset: asset as Address,
    from: signed.from,
    to: payTo as Address,
    value: BigInt(amount),
  };
  const transfers =
    signed.kind === 'eip3009' ? transfersBy(logs, signed.nonce, transfer) : transfersOf(logs, transfer);
  return transfers.length > 0 ? settled(transactionHash, transfers) : null;
}

interface Inquiry {
  chain: PaymentNode;
  requirements: PaymentRequirements;
  transaction: string | null;
  /** Receipt of `transaction` if it is mined. It does not show the payment. */
  receipt: TransactionReceipt | null;
}

async function reconcileEip3009(inquiry: Inquiry, signed: Eip3009Authorization): Promise<Settlement> {
  const { chain, requirements, transaction } = inquiry;
  const asset = requirements.asset as Address;
  const block = await chain.node.getBlock();
  const isUsed = await chain.node.readContract({
    address: asset,
    abi: stateAbi,
    functionName: 'authorizationState',
    args: [signed.from, signed.nonce],
    blockNumber: block.number,
  });
  if (!isUsed) return reconcileUnused(inquiry, block, signed.validBefore);
  const ended = await readReceipt(chain, await findEnd(chain, asset, signed, block.number));
  if (!ended) return unknown('authorization_used', transaction);
  return settledBy(ended, signed, requirements) ?? failed('authorization_spent_elsewhere', transaction);
}

/**
 * Permit2 logs contain no nonce. Without a named transaction the transfer is not searched for: it could be another
 * payment of the same payer.
 */
async function reconcilePermit2(inquiry: Inquiry, signed: Permit2Authorization): Promise<Settlement> {
  const { node } = inquiry.chain;
  const block = await node.getBlock();
  const used = await node.readContract({
    address: PERMIT2_ADDRESS,
    abi: stateAbi,
    functionName: 'nonceBitmap',
    args: [signed.from, signed.nonce >> 8n],
    blockNumber: block.number,
  });
  if (((used >> (signed.nonce & 0xffn)) & 1n) === 1n)
    return unknown('authorization_used', inquiry.transaction);
  return reconcileUnused(inquiry, block, signed.deadline + 1n);
}

/** @param end first second at which the authorization is invalid */
function reconcileUnused(
  { requirements, transaction, receipt }: Inquiry,
  block: { number: bigint; timestamp: bigint },
  end: bigint,
): Settlement {
  // The node that returned the receipt can be ahead of the one that returned the state.
  if (receipt && receipt.blockNumber > block.number) return unknown('settlement_pending', transaction);
  // The local chain makes no blocks without transactions; its next block has the current time.
  const now = requirements.network === localChain ? BigInt(Math.floor(Date.now() / 1000)) : 0n;
  if (block.timestamp >= end || now >= end) return failed('authorization_expired', transaction);
  return receipt
    ? failed('transaction_without_transfer', transaction)
    : unknown('settlement_pending', transaction);
}

/** The recent transaction that used or cancelled the authorization, if any. */
async function findEnd(
  { history }: PaymentNode,
  asset: Address,
  { from, nonce }: Eip3009Authorization,
  newest: bigint,
): Promise<Hex | null> {
  const topics = endOfAuthorization(from, nonce);
  let last = newest;
  for (let left = searches; left > 0 && last >= 0n; left -= 1) {
    const first = last < searchedAtOnce ? 0n : last - searchedAtOnce + 1n;
    const range = { fromBlock: numberToHex(first), toBlock: numberToHex(last) };
    const logs: RpcLog[] = await history.request({
      method: 'eth_getLogs',
      params: [{ address: asset, topics, ...range }],
    });
    const [log] = logs;
    if (log?.transactionHash) return log.transactionHash;
    last = first - 1n;
  }
  return null;
}

async function readReceipt({ node }: PaymentNode, hash: string | null): Promise<TransactionReceipt | null> {
  if (hash === null || !isHash(hash)) return null;
  try {
    return await node.getTransactionReceipt({ hash });
  } catch (error) {
    if (error instanceof TransactionReceiptNotFoundError) return null;
    throw error;
  }
}
