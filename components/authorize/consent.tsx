'use client';
import { AuthorizeClientDocument } from '@labroom/client/documents';
import {
  type AuthorizationLifetime,
  type AuthorizationRequest,
  authorizationLifetimes,
  authorizationMessage,
} from '@labroom/protocol/authorization';
import { type FormEvent, useState } from 'react';
import { useAction } from '#lib/actions/use-action.ts';
import { useApiMutation } from '#lib/api/use-api-mutation.ts';
import { usePublicConfig } from '#lib/config/public-config.tsx';
import { ApiProvider } from '#lib/session/api-provider.tsx';
import { useWallet, walletRuntime } from '#lib/wallet/wallet-store.ts';
import { ConnectButton } from '../core/wallet/connect-button.tsx';
import { Address } from '../ui/address.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { SelectField } from '../ui/labelled-fields.tsx';

const lifetimes = (['1d', '30d'] as const).map((value) => ({ value, name: authorizationLifetimes[value] }));

interface ConsentProps {
  request: AuthorizationRequest;
  clientName: string;
  redirectHost: string;
  /** Address that tells the program that it was not authorized. */
  returnUrl: string;
}

/** What the program could do, and the signature that allows it. */
export function Consent(props: ConsentProps) {
  return (
    <ApiProvider>
      <div className="flex flex-col gap-6">
        <Rights />
        <Decision {...props} />
      </div>
    </ApiProvider>
  );
}

function Rights() {
  return (
    <div className="grid gap-6 rounded bg-wash p-4 text-sm sm:grid-cols-2">
      <section>
        <h2 className="font-medium">It could</h2>
        <ul className="mt-1 list-disc pl-5">
          <li>read what your wallet paid for, and what it spent</li>
        </ul>
      </section>
      <section>
        <h2 className="font-medium">It could not</h2>
        <ul className="mt-1 list-disc pl-5">
          <li>sign, pay or send anything</li>
          <li>upload, change or delete anything</li>
          <li>open encrypted files</li>
        </ul>
      </section>
    </div>
  );
}

function Decision({ request, clientName, redirectHost, returnUrl }: ConsentProps) {
  const { chainId } = usePublicConfig();
  const wallet = useWallet();
  const authorize = useApiMutation(AuthorizeClientDocument);
  const [lifetime, setLifetime] = useState<AuthorizationLifetime>('1d');
  const { isRunning, failure, result, run } = useAction(async (signer: `0x${string}`) => {
    const issuedAt = new Date().toISOString();
    const message = authorizationMessage(
      { chainId, site: location.host, wallet: signer, issuedAt },
      { clientName, redirectHost, lifetime, request },
    );
    const signature = await (await walletRuntime()).signTypedData(message);
    const input = { wallet: signer, request, expiresIn: lifetime, issuedAt };
    const { authorizeClient } = await authorize({ input, signature });
    location.assign(authorizeClient.redirectUrl ?? returnUrl);
    return true;
  });
  const decline = (
    <a href={returnUrl} className={buttonClass('secondary')}>
      Cancel
    </a>
  );

  if (wallet.status !== 'connected') {
    return (
      <div className="flex flex-col items-start gap-4">
        <p>Connect the wallet that it may read for. You sign a message to allow it. Signing costs nothing.</p>
        <div className="flex flex-wrap gap-3">
          <ConnectButton size="md" />
          {decline}
        </div>
      </div>
    );
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (wallet.status === 'connected') void run(wallet.address);
  }

  return (
    <form onSubmit={submit} className="flex flex-col items-start gap-4">
      <SelectField
        label="For how long"
        hint="At most 1 day if a smart account, such as a Safe, signs."
        options={lifetimes}
        value={lifetime}
        onValue={setLifetime}
      />
      <p className="text-sm text-ink2">
        The wallet <Address value={wallet.address} /> signs. Signing costs nothing. You can revoke it on your
        account page at any time.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" busy={isRunning || result === true}>
          {isRunning ? 'Check your wallet' : result ? 'Going back' : 'Allow'}
        </Button>
        {decline}
      </div>
      <FailureNotice failure={failure} />
    </form>
  );
}
