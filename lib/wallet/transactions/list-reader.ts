import { accessListAbi } from '@labroom/contracts/abi';
import { utcText } from '#lib/dates/date-text.ts';
import { type Transaction, transactionOf } from './transaction.ts';

export interface ListReaderInput {
  /** The network's access list. */
  accessList: `0x${string}`;
  lab: { oclId: string; name: string };
  /** The subject of the files (`shareFiles`), and what they are called. */
  subject: `0x${string}`;
  what: string;
  reader: `0x${string}`;
  /** `null`: no end. */
  expiry: Date | null;
}

/** `AccessList.grant`: a reader can open the files of one subject. */
export function listReader({ accessList, lab, subject, what, reader, expiry }: ListReaderInput): Transaction {
  const until = expiry ? `until ${utcText(expiry, 'datetime')}` : 'without an end';
  return transactionOf({
    title: 'Share',
    effect: `${reader} can open ${what} of ${lab.name} ${until}, and nothing else by it.`,
    facts: {
      Reader: reader,
      Files: what,
      Ends: expiry ? until.replace('until ', '') : 'never',
      List: subject,
    },
    address: accessList,
    abi: accessListAbi,
    functionName: 'grant',
    args: [lab.oclId, subject, reader, expiry ? Math.floor(expiry.getTime() / 1000) : 0],
  });
}

export type UnlistReaderInput = Omit<ListReaderInput, 'expiry'>;

/** `AccessList.revoke`: a reader can no longer open the files of one subject by its entry. */
export function unlistReader({ accessList, lab, subject, what, reader }: UnlistReaderInput): Transaction {
  return transactionOf({
    title: 'Take back',
    effect: `${reader} can no longer open ${what} of ${lab.name} by this entry, from the next block on. It may have kept copies of what it opened before.`,
    facts: { Reader: reader, Files: what, List: subject },
    address: accessList,
    abi: accessListAbi,
    functionName: 'revoke',
    args: [lab.oclId, subject, reader],
  });
}
