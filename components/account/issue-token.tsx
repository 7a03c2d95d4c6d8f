'use client';
import { type FormEvent, useState } from 'react';
import { callApi } from '../../lib/api/browser.ts';
import {
  GenerateServiceTokenDocument,
  type GenerateServiceTokenMutation,
  ServiceSignInMessageDocument,
} from '../../lib/api/documents.generated.ts';
import { explainFailure, type FailureInWords } from '../../lib/wallet/explain-failure.ts';
import { useWallet, walletRuntime } from '../../lib/wallet/wallet-store.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Definition, DefinitionList } from '../ui/definition-list.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { Notice } from '../ui/notice.tsx';
import { Select } from '../ui/select.tsx';
import { Time } from '../ui/time.tsx';
import { ConnectButton } from '../wallet/connect-button.tsx';
import { lifetimes } from './token-lifetimes.ts';

type IssuedToken = GenerateServiceTokenMutation['generateServiceToken'];

/** Issues a token for a program of one's own. It is shown once and kept nowhere. */
export function IssueToken() {
  const wallet = useWallet();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<FailureInWords | null>(null);
  const [issued, setIssued] = useState<IssuedToken | null>(null);

  async function issue(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (wallet.status !== 'connected') return;
    const data = new FormData(event.currentTarget);
    const serviceName = String(data.get('serviceName')).trim();
    const walletAddress = wallet.address;
    setBusy(true);
    setFailure(null);
    try {
      const { getServiceSignInMessage } = await callApi(ServiceSignInMessageDocument, {
        walletAddress,
        serviceName,
      });
      const messageSignature = await (await walletRuntime()).signMessage(getServiceSignInMessage.message);
      const expiresIn = String(data.get('expiresIn'));
      const { generateServiceToken } = await callApi(GenerateServiceTokenDocument, {
        serviceName,
        walletAddress,
        messageSignature,
        expiresIn,
      });
      setIssued(generateServiceToken);
    } catch (error) {
      setFailure(explainFailure(error));
    } finally {
      setBusy(false);
    }
  }

  if (wallet.status !== 'connected') {
    return <Notice action={<ConnectButton />}>A new token is signed for by your wallet.</Notice>;
  }
  if (issued?.token) return <NewToken issued={issued} token={issued.token} onDone={() => setIssued(null)} />;
  return (
    <form onSubmit={issue} className="flex flex-col gap-4">
      <Field label="Name of the program" hint="You find it again in the message you sign.">
        {(control) => <Input {...control} name="serviceName" required maxLength={100} />}
      </Field>
      <Field label="Valid for">
        {(control) => (
          <Select {...control} name="expiresIn" defaultValue="30d" className="w-full">
            {lifetimes.map(({ value, name }) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {failure && (
        <ErrorState title={failure.title} requestId={failure.requestId}>
          {failure.advice}
        </ErrorState>
      )}
      <Button type="submit" busy={busy} className="self-start">
        {busy ? 'Check your wallet' : 'Issue a token'}
      </Button>
    </form>
  );
}

interface NewTokenProps {
  issued: IssuedToken;
  token: string;
  onDone: () => void;
}

function NewToken({ issued, token, onDone }: NewTokenProps) {
  return (
    <div className="flex flex-col gap-4">
      <Notice kind="warning">
        Copy the token now: it is not shown again. Note its id too, to extend or revoke it.
      </Notice>
      <DefinitionList>
        <Definition term="Token">
          <span className="flex items-start gap-1">
            <code className="min-w-0 rounded bg-sunken p-2 font-mono break-all">{token}</code>
            <CopyButton text={token} label="Copy the token" />
          </span>
        </Definition>
        {issued.tokenId && (
          <Definition term="Token id">
            <code className="font-mono">{issued.tokenId}</code>
            <CopyButton text={issued.tokenId} label="Copy the token id" />
          </Definition>
        )}
        {issued.expiresAt && (
          <Definition term="Valid until">
            <Time value={issued.expiresAt} style="datetime" />
          </Definition>
        )}
      </DefinitionList>
      <Button onClick={onDone} className="self-start">
        I have copied it
      </Button>
    </div>
  );
}
