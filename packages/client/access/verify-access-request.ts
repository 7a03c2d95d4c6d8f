import { accessListAbi, accessResolverAbi } from '@labroom/contracts/abi';
import { accessDeclineMessage, accessRequestMessage } from '@labroom/protocol/access-request';
import { ROLES } from '@labroom/protocol/conditions';
import { filesSubject } from '@labroom/protocol/files-subject';
import {
  type Address,
  type Hex,
  hashTypedData,
  isAddressEqual,
  parseEventLogs,
  recoverAddress,
  type TransactionReceipt,
  type TypedDataDefinition,
  zeroAddress,
} from 'viem';
import type { AccessRequestFieldsFragment } from '../documents/documents.generated.ts';

/** A request with its decision, as the API gives it, e.g. from a file that a page exported. */
export type AccessRequestRecord = Omit<AccessRequestFieldsFragment, '__typename' | 'path' | 'state'>;

/**
 * `unverified`: not by a key. A contract may have signed, which only a node can tell (`verifyHash`), or the receipt is missing.
 */
export type Verdict = 'valid' | 'invalid' | 'unverified';

export interface VerifiedAccessRequest {
  /** Whether the wallet signed the request as it is in the record. */
  request: Verdict;
  /** Whether the decision is what its wallet signed or the chain executed; `null` without a decision. */
  decision: Verdict | null;
}

export interface VerificationSources {
  /** Address of the access resolver. Its transactions are decisions. */
  accessResolver: Address;
  /** Address of the access list, whose transactions share the file of a request. */
  accessList?: Address | undefined;
  /** Of `decision.transactionHash`, from a node that the caller trusts. */
  receipt?: Pick<TransactionReceipt, 'transactionHash' | 'status' | 'logs'> | undefined;
  /** Whether a contract account accepts a signature, from a node that the caller trusts; `null` if the node did not answer. */
  verifyHash?: (signed: { address: Address; hash: Hex; signature: Hex }) => Promise<boolean | null>;
}

/**
 * Verifies a request and its decision without the service. Signatures of keys need no network. Whether the wallet that
 * declined had the right to is not part of the record: the chain's history tells it.
 */
export async function verifyAccessRequest(
  record: AccessRequestRecord,
  sources: VerificationSources,
): Promise<VerifiedAccessRequest> {
  const { oclId, role, ref = null, until = null, promise, answers, decision } = record;
  const { chainId, site } = record;
  if (role === 'OWNER') return { request: 'invalid', decision: decision ? 'invalid' : null };
  const message = accessRequestMessage(
    { chainId, site, wallet: record.wallet as Address, issuedAt: record.issuedAt },
    { oclId: oclId as Hex, role, ref, until, promise, answers, invitation: record.invitation ?? null },
  );
  const isId = hashTypedData(message) === record.id;
  const request = isId ? await verdictOf(record.wallet, message, record.signature, sources) : 'invalid';
  if (!decision) return { request, decision: null };
  if (decision.transactionHash) return { request, decision: verdictOfGrant(record, sources) };
  if (!decision.signature || !decision.issuedAt || !decision.reason) return { request, decision: 'invalid' };
  const decline = accessDeclineMessage(
    { chainId, site, wallet: decision.by as Address, issuedAt: decision.issuedAt },
    {
      oclId: oclId as Hex,
      request: record.id as Hex,
      asker: record.wallet as Address,
      reason: decision.reason,
    },
  );
  return { request, decision: await verdictOf(decision.by, decline, decision.signature, sources) };
}

async function verdictOf(
  signer: string,
  message: TypedDataDefinition,
  signed: string,
  { verifyHash }: VerificationSources,
): Promise<Verdict> {
  const [address, hash, signature] = [signer as Address, hashTypedData(message), signed as Hex];
  const recovered = await recoverAddress({ hash, signature }).catch(() => null);
  if (recovered && isAddressEqual(recovered, address)) return 'valid';
  if (!verifyHash) return 'unverified';
  const isSigned = await verifyHash({ address, hash, signature });
  if (isSigned === null) return 'unverified';
  return isSigned ? 'valid' : 'invalid';
}

/** Finds the event of the grant in the receipt. The contract decided whether its sender had the right. */
function verdictOfGrant(
  record: AccessRequestRecord,
  { accessResolver, accessList, receipt }: VerificationSources,
): Verdict {
  const { oclId, wallet, role, decision } = record;
  if (!receipt || (decision?.role === null && !accessList)) return 'unverified';
  if (receipt.transactionHash !== decision?.transactionHash || receipt.status !== 'success') return 'invalid';
  if (decision.role === null) return isListing(record, receipt, accessList) ? 'valid' : 'invalid';
  const logs = receipt.logs.filter(({ address }) => isAddressEqual(address, accessResolver));
  const events = parseEventLogs({ abi: accessResolverAbi, eventName: 'RoleGranted', logs });
  const found = events.some(
    ({ args, logIndex }) =>
      logIndex === decision.logIndex &&
      args.oclId === oclId &&
      isAddressEqual(args.account, wallet as Address) &&
      isAddressEqual(args.grantedBy, decision.by as Address) &&
      args.role === roleNumber(decision.role) &&
      args.role >= roleNumber(role) &&
      args.expiry === BigInt(decision.expiry ?? 0),
  );
  return found ? 'valid' : 'invalid';
}

/** Whether the receipt has the event that put the wallet on the list of the file of its request. */
function isListing(
  { oclId, wallet, role, ref, decision }: AccessRequestRecord,
  { logs: all }: Pick<TransactionReceipt, 'logs'>,
  accessList: Address | undefined,
): boolean {
  if (!accessList || !ref || role !== 'VIEWER') return false;
  const logs = all.filter(({ address }) => isAddressEqual(address, accessList));
  return parseEventLogs({ abi: accessListAbi, eventName: 'Listed', logs }).some(
    ({ args, logIndex }) =>
      logIndex === decision?.logIndex &&
      args.oclId === oclId &&
      args.subject === filesSubject([ref]) &&
      isAddressEqual(args.reader, wallet as Address) &&
      // The holder of the lab is written as nobody.
      (args.granter === zeroAddress || isAddressEqual(args.granter, decision.by as Address)) &&
      args.expiry === Number(decision.expiry ?? 0),
  );
}

const roleNumber = (role: string | null | undefined) =>
  role === 'CONTRIBUTOR' ? ROLES.contributor : ROLES.viewer;
