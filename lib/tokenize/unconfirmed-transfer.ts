import { z } from 'zod';
import './zod-without-eval.ts';

const schema = z.object({
  /** Hash of the transaction, or the wallet's id of a batch. */
  id: z.string().min(1),
  isBatch: z.boolean(),
  /** What was sent, as a sentence. */
  done: z.string(),
});

/** A transfer that a wallet has sent. */
export type SentTransfer = z.output<typeof schema>;

interface TransferOwner {
  oclId: string;
  /** Lowercase. */
  wallet: string;
}

const keyOf = ({ oclId, wallet }: TransferOwner) => `labroom.transfer.${oclId}.${wallet}`;

/** The transfer that this wallet sent from this browser and that is not known to be mined, or `null`. */
export function unconfirmedTransfer(owner: TransferOwner): SentTransfer | null {
  try {
    const parsed = schema.safeParse(JSON.parse(localStorage.getItem(keyOf(owner)) ?? 'null'));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** Stores a transfer, so that it is not sent twice when the page is closed before the transaction is mined. */
export function rememberTransfer(owner: TransferOwner, transfer: SentTransfer): void {
  localStorage.setItem(keyOf(owner), JSON.stringify(transfer));
}

export function forgetTransfer(owner: TransferOwner): void {
  localStorage.removeItem(keyOf(owner));
}
