import { accessListAbi } from '@labroom/contracts/abi';
import type { ShareClaim } from '@labroom/protocol/share-claim';
import { utcText } from '#lib/dates/date-text.ts';
import { type Transaction, transactionOf } from './transaction.ts';

interface RedeemLinkInput {
  /** The network's access list. */
  accessList: `0x${string}`;
  lab: { oclId: string; name: string };
  /** Arguments of `redeem`: claim, its signature, the reader, and the signature of the link's key. */
  redemption: readonly [ShareClaim, `0x${string}`, `0x${string}`, `0x${string}`];
}

/** `AccessList.redeem`: a link puts its reader on the list of its files. */
export function redeemLink({ accessList, lab, redemption }: RedeemLinkInput): Transaction {
  const [{ subject, expiry, writer }, , reader] = redemption;
  const until = expiry === 0 ? null : utcText(new Date(expiry * 1000), 'datetime');
  return transactionOf({
    title: 'Use the link',
    effect: `${reader} can open the files of this link of ${lab.name} ${until ? `until ${until}` : 'without an end'}.`,
    facts: { Reader: reader, 'Signed by': writer, Ends: until ?? 'never', List: subject },
    address: accessList,
    abi: accessListAbi,
    functionName: 'redeem',
    args: redemption,
  });
}

interface CancelLinkInput extends Omit<RedeemLinkInput, 'redemption'> {
  claim: ShareClaim;
}

/** `AccessList.cancel`: nobody uses a link any more. */
export function cancelLink({ accessList, lab, claim }: CancelLinkInput): Transaction {
  return transactionOf({
    title: 'End the link',
    effect: `Nobody can use this link of ${lab.name} any more. Who used it before keeps what it opened, until it is taken back.`,
    facts: { List: claim.subject, 'Key of the link': claim.key },
    address: accessList,
    abi: accessListAbi,
    functionName: 'cancel',
    args: [claim],
  });
}
