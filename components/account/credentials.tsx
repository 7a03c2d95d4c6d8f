'use client';
import {
  ConsumerCredentialsDocument,
  type ConsumerCredentialsQuery,
  IssueConsumerCredentialDocument,
  RevokeConsumerCredentialDocument,
} from '@labroom/client/documents';
import { credentialMessage } from '@labroom/protocol/credential';
import { type FormEvent, useState } from 'react';
import { useAction } from '#lib/actions/use-action.ts';
import { useApiMutation } from '#lib/api/use-api-mutation.ts';
import { useApiQuery } from '#lib/api/use-api-query.ts';
import { usePublicConfig } from '#lib/config/public-config.tsx';
import { ApiProvider } from '#lib/session/api-provider.tsx';
import { explainFailure } from '#lib/wallet/explain-failure.ts';
import { useWallet, walletRuntime } from '#lib/wallet/wallet-store.ts';
import { ConnectButton } from '../core/wallet/connect-button.tsx';
import { Button } from '../ui/button.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { SelectField, TextField } from '../ui/labelled-fields.tsx';
import { notify } from '../ui/message.ts';
import { Notice } from '../ui/notice.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Time } from '../ui/time.tsx';
import { ShownOnceToken } from './shown-once-token.tsx';

type Credential = ConsumerCredentialsQuery['consumerCredentials'][number];

const dayMs = 86_400_000;
const lifetimes = [
  { value: 30, name: '30 days' },
  { value: 90, name: '90 days' },
  { value: 365, name: '1 year' },
] as const;
const scopes = [
  { value: 'read', name: 'Reading' },
  { value: 'all', name: 'Reading and writing' },
] as const;

/** The credentials that the signed-in wallet issued itself, and a form for a new one. */
export function Credentials({ wallet }: { wallet: string }) {
  return (
    <ApiProvider>
      <FormAndList wallet={wallet as `0x${string}`} />
    </ApiProvider>
  );
}

function FormAndList({ wallet }: { wallet: `0x${string}` }) {
  const { data, failure, reload } = useApiQuery(ConsumerCredentialsDocument, {});
  return (
    <>
      <CredentialForm wallet={wallet} onIssued={reload} />
      {failure && <FailureNotice failure={explainFailure(failure)} />}
      {!data && !failure && <Skeleton className="h-16" />}
      {data && data.consumerCredentials.length > 0 && (
        <CredentialList credentials={data.consumerCredentials} onRevoked={reload} />
      )}
    </>
  );
}

function CredentialForm({ wallet, onIssued }: { wallet: `0x${string}`; onIssued(): void }) {
  const { chainId } = usePublicConfig();
  const connected = useWallet();
  const issue = useApiMutation(IssueConsumerCredentialDocument);
  const { isRunning, failure, result, run, reset } = useAction(
    async (label: string, mutations: string[] | null, days: number) => {
      const now = Date.now();
      const signed = { chainId, site: location.host, wallet, issuedAt: new Date(now).toISOString() };
      const expiresAt = new Date(now + days * dayMs).toISOString();
      const terms = { label, mutations, labs: null, perMinute: null, expiresAt };
      const signature = await (await walletRuntime()).signTypedData(credentialMessage(signed, terms));
      const input = { ...terms, wallet, issuedAt: signed.issuedAt };
      const { issueConsumerCredential: issued } = await issue({ input, signature });
      onIssued();
      return issued;
    },
  );

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const label = String(data.get('label')).trim();
    void run(label, data.get('scope') === 'read' ? [] : null, Number(data.get('days')));
  }

  if (connected.status !== 'connected' || connected.address !== wallet) {
    return (
      <Notice action={connected.status !== 'connected' && <ConnectButton />}>
        Connect the wallet that you signed in with. It signs what the credential allows.
      </Notice>
    );
  }
  if (result) {
    return (
      <ShownOnceToken
        name="credential"
        token={result.credential ?? ''}
        tokenId={null}
        expiresAt={result.expiresAt}
        onCopied={reset}
      />
    );
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <TextField
        label="Name"
        hint="Shown in what you sign, and in the list below."
        name="label"
        required
        maxLength={100}
        placeholder="My notebook"
      />
      <div className="grid grid-cols-2 gap-4">
        <SelectField label="Allows" name="scope" options={scopes} defaultValue="read" />
        <SelectField label="Ends after" name="days" options={lifetimes} defaultValue={90} />
      </div>
      <FailureNotice failure={failure} />
      <Button type="submit" busy={isRunning} className="self-start">
        {isRunning ? 'Check your wallet' : 'Issue a credential'}
      </Button>
    </form>
  );
}

function CredentialList({
  credentials,
  onRevoked,
}: {
  credentials: readonly Credential[];
  onRevoked(): void;
}) {
  const revoke = useApiMutation(RevokeConsumerCredentialDocument);
  const [revoked, setRevoked] = useState<string | null>(null);
  const { isRunning, failure, run } = useAction(async (consumerId: string) => {
    setRevoked(consumerId);
    await revoke({ consumerId });
    onRevoked();
    notify('success', 'The credential was revoked.');
  });
  return (
    <div className="flex flex-col gap-4">
      <ul className="flex flex-col divide-y divide-line border-y border-line">
        {credentials.map((one) => (
          <CredentialRow
            key={one.consumerId}
            credential={one}
            busy={isRunning && revoked === one.consumerId}
            onRevoke={() => void run(one.consumerId)}
          />
        ))}
      </ul>
      <FailureNotice failure={failure} />
    </div>
  );
}

function CredentialRow({
  credential: { label, mutations, labs, expiresAt, lastUsedAt },
  busy,
  onRevoke,
}: {
  credential: Credential;
  busy: boolean;
  onRevoke(): void;
}) {
  return (
    <li className="flex items-center justify-between gap-4 py-3">
      <div className="min-w-0 text-sm">
        <p className="font-medium break-words">{label}</p>
        <p className="text-ink2">
          {scopeOf(mutations, labs)}. Ends <Time value={expiresAt} style="date" />.{' '}
          {lastUsedAt ? (
            <>
              Last used <Time value={lastUsedAt} />.
            </>
          ) : (
            'Not used yet.'
          )}
        </p>
      </div>
      <Button size="sm" busy={busy} aria-label={`Revoke ${label}`} onClick={onRevoke}>
        Revoke
      </Button>
    </li>
  );
}

function scopeOf(mutations: Credential['mutations'], labs: Credential['labs']): string {
  if (mutations?.length === 0) return 'Reading';
  const what = mutations ? `Reading and ${mutations.length} operations` : 'Reading and writing';
  if (!labs) return what;
  return `${what} in ${labs.length === 1 ? 'one lab' : `${labs.length} labs`}`;
}
