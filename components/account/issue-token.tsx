'use client';
import type { FormEvent } from 'react';
import { callApi } from '#lib/api/browser.ts';
import { useWallet, walletRuntime } from '#lib/wallet/wallet-store.ts';
import { LabroomError } from '#packages/client/api-failure.ts';
import {
  GenerateServiceTokenDocument,
  ServiceSignInMessageDocument,
} from '#packages/client/documents.generated.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { Notice } from '../ui/notice.tsx';
import { ConnectButton } from '../wallet/connect-button.tsx';
import { LifetimeField } from './lifetime-field.tsx';
import { type FreshToken, ShownOnceToken } from './shown-once-token.tsx';
import { TokenFailure } from './token-failure.tsx';
import { useTokenCall } from './use-token-call.ts';

/** Issues a service token. The token is shown once and never stored. */
export function IssueToken() {
  const wallet = useWallet();
  const { busy, failure, result, run, forget } = useTokenCall<'issue', FreshToken>();

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (wallet.status !== 'connected') return;
    const data = new FormData(event.currentTarget);
    const serviceName = String(data.get('serviceName')).trim();
    const expiresIn = String(data.get('expiresIn'));
    void run('issue', () => issue(wallet.address, serviceName, expiresIn));
  }

  if (wallet.status !== 'connected') {
    return <Notice action={<ConnectButton />}>Your wallet signs a message to issue a token.</Notice>;
  }
  if (result) {
    return (
      <div className="flex flex-col gap-4">
        <ShownOnceToken {...result} />
        <Button onClick={forget} className="self-start">
          I have copied it
        </Button>
      </div>
    );
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <Field label="Name of the program" hint="Shown in the message you sign and in the list of your tokens.">
        {(control) => <Input {...control} name="serviceName" required maxLength={100} />}
      </Field>
      <LifetimeField label="Valid for" />
      <TokenFailure failure={failure} />
      <Button type="submit" busy={busy === 'issue'} className="self-start">
        {busy ? 'Check your wallet' : 'Issue a token'}
      </Button>
    </form>
  );
}

async function issue(walletAddress: string, serviceName: string, expiresIn: string): Promise<FreshToken> {
  const identity = { walletAddress, serviceName };
  const { getServiceSignInMessage } = await callApi(ServiceSignInMessageDocument, identity);
  const messageSignature = await (await walletRuntime()).signMessage(getServiceSignInMessage.message);
  const proof = { ...identity, messageSignature, expiresIn };
  const { generateServiceToken } = await callApi(GenerateServiceTokenDocument, proof).catch(
    (error: unknown) => {
      if (!(error instanceof LabroomError) || error.reason !== 'EXPIRES_IN_TOO_LONG') throw error;
      const message = 'A smart account’s token is valid for at most 1 day. Choose 1 day and sign again.';
      throw new LabroomError({ code: error.code, message });
    },
  );
  const { token, tokenId, expiresAt } = generateServiceToken;
  return { token: token ?? '', tokenId, expiresAt };
}
