'use client';
import { LabroomError } from '@labroom/client/api-failure';
import { GenerateServiceTokenDocument } from '@labroom/client/documents';
import type { FormEvent } from 'react';
import { useAction } from '#lib/actions/use-action.ts';
import { useApiMutation } from '#lib/api/use-api-mutation.ts';
import { withApi } from '#lib/session/api-provider.tsx';
import { useWallet } from '#lib/wallet/wallet-store.ts';
import { ConnectButton } from '../core/wallet/connect-button.tsx';
import { Button } from '../ui/button.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { TextField } from '../ui/labelled-fields.tsx';
import { Notice } from '../ui/notice.tsx';
import { LifetimeField } from './lifetime-field.tsx';
import { type FreshToken, ShownOnceToken } from './shown-once-token.tsx';
import { signServiceMessage } from './sign-service-message.ts';

/** Issues a service token. The token is shown once and never stored. */
export const IssueToken = withApi(TokenForm);

function TokenForm() {
  const wallet = useWallet();
  const generate = useApiMutation(GenerateServiceTokenDocument);
  const { isRunning, failure, result, run, reset } = useAction(
    async (walletAddress: string, serviceName: string, expiresIn: string): Promise<FreshToken> => {
      const identity = { walletAddress, serviceName };
      const messageSignature = await signServiceMessage(identity);
      const { generateServiceToken } = await generate({ ...identity, messageSignature, expiresIn }).catch(
        refuse,
      );
      const { token, tokenId, expiresAt } = generateServiceToken;
      return { token: token ?? '', tokenId, expiresAt };
    },
  );

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (wallet.status !== 'connected') return;
    const data = new FormData(event.currentTarget);
    const serviceName = String(data.get('serviceName')).trim();
    const expiresIn = String(data.get('expiresIn'));
    void run(wallet.address, serviceName, expiresIn);
  }

  if (wallet.status !== 'connected') {
    return (
      <Notice action={<ConnectButton />}>
        Connect your wallet, which signs a message to issue the token.
      </Notice>
    );
  }
  if (result) return <ShownOnceToken {...result} onCopied={reset} />;
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <TextField
        label="Name of the program"
        hint="Shown in the message you sign and in the list of your tokens."
        name="serviceName"
        required
        maxLength={100}
      />
      <LifetimeField label="Valid for" />
      <FailureNotice failure={failure} />
      <Button type="submit" busy={isRunning} className="self-start">
        {isRunning ? 'Check your wallet' : 'Issue a token'}
      </Button>
    </form>
  );
}

function refuse(error: unknown): never {
  if (!(error instanceof LabroomError) || error.reason !== 'EXPIRES_IN_TOO_LONG') throw error;
  const message = 'A smart account’s token is valid for at most 1 day. Choose 1 day and sign again.';
  throw new LabroomError({ code: error.code, message });
}
