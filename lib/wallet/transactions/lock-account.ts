import { labAccountAbi } from '@labroom/contracts/abi';
import { decodeOclId } from '@labroom/contracts/ocl-id';
import { utcText } from '#lib/dates/date-text.ts';
import { type Transaction, transactionOf } from './transaction.ts';

export interface LockAccountInput {
  lab: { oclId: string; name: string };
  until: Date;
}

/** `LabAccount.lock`: until then, nobody can send anything from the account of a lab. */
export function lockAccount({ lab, until }: LockAccountInput): Transaction {
  const { account } = decodeOclId(lab.oclId);
  const end = utcText(until, 'datetime');
  return transactionOf({
    title: 'Lock the lab’s account',
    effect: `Until ${end}, nobody can send anything from the account of ${lab.name}, and its signatures are invalid. The lock can be lengthened, but nobody can end it earlier. It stays with the account when the lab is sold.`,
    facts: { 'Locked until': end },
    address: account,
    abi: labAccountAbi,
    functionName: 'lock',
    args: [BigInt(Math.floor(until.getTime() / 1000))],
  });
}
