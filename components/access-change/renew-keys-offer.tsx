'use client';
import { useState } from 'react';
import { withApi } from '#lib/session/api-provider.tsx';
import { useMyRole } from '../core/labs/use-my-role.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { part } from '../ui/part.tsx';

const RenewKeysDialog = part(async () => (await import('./renew-keys-dialog.tsx')).RenewKeysDialog);

interface RenewKeysProps {
  lab: { oclId: string; name: string };
  /** A wallet that lost access, lowercase. */
  former?: string;
}

/** Offers owners to renew the keys of encrypted files. */
export const RenewKeysOffer = withApi(Offer);

function Offer({ lab, former }: RenewKeysProps) {
  const [isOpen, setOpen] = useState(false);
  const me = useMyRole(lab.oclId);
  // A renewal encrypts the versions of everybody.
  if (!me.offersOnOthers('changeFileVersionAccess')) return null;
  return (
    <>
      <Notice action={<Button onClick={() => setOpen(true)}>Renew keys…</Button>}>
        {former
          ? 'It gets no keys any more. Those that it received before still open the stored versions, until you renew them.'
          : 'Keys that a wallet received still open the stored versions after it lost access: by a revocation, or the sale of the LabNFT or of tokens. Renew them then.'}
      </Notice>
      {isOpen && <RenewKeysDialog lab={lab} former={former} onClose={() => setOpen(false)} />}
    </>
  );
}
