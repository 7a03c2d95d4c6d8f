import type { ReactNode } from 'react';
import type { Sender } from '#lib/tokenize/read-senders.ts';
import type { SentTransfer } from '#lib/tokenize/unconfirmed-transfer.ts';
import type { TokenOfPage } from './token-of-page.ts';

/** What a form of a transfer gets from its dialog. */
export interface TransferFormProps {
  /** `symbol` without characters that are not shown. */
  token: Omit<TokenOfPage, 'decimals'> & { decimals: number };
  /** The connected wallet. Lowercase. */
  wallet: `0x${string}`;
  /** Whose tokens are sent. */
  sender: Sender;
  /** The field that changes the sender. */
  senderChoice: ReactNode;
  onSent: (sent: SentTransfer) => void;
  onClose: () => void;
}
