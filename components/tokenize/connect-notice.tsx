import { ConnectButton } from '../core/wallet/connect-button.tsx';
import { Notice } from '../ui/notice.tsx';

/** Asks to connect the wallet that holds the lab. `purpose` is what its holder can do. */
export function ConnectNotice({ purpose }: { purpose: string }) {
  return (
    <Notice action={<ConnectButton />}>
      The holder of the LabNFT can {purpose}. Connect the wallet that holds it, or an owner of the Safe that
      does.
    </Notice>
  );
}
