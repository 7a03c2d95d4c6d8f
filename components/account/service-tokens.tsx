'use client';
import {
  RevokeAllServiceTokensDocument,
  RevokeServiceTokenDocument,
  ServiceTokensDocument,
  type ServiceTokensQuery,
} from '@labroom/client/documents';
import { useState } from 'react';
import { useAction } from '#lib/actions/use-action.ts';
import { announceSessionEnd } from '#lib/api/session-ended.ts';
import { useApiMutation } from '#lib/api/use-api-mutation.ts';
import { useApiQuery } from '#lib/api/use-api-query.ts';
import { withApi } from '#lib/session/api-provider.tsx';
import { explainFailure } from '#lib/wallet/explain-failure.ts';
import { useWallet } from '#lib/wallet/wallet-store.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { notify } from '../ui/message.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { Time } from '../ui/time.tsx';
import { signServiceMessage } from './sign-service-message.ts';

type Token = ServiceTokensQuery['serviceTokens']['nodes'][number];

const proofs = {
  KEY_SIGNATURE: 'signed by the wallet',
  SIGNATURE: 'signed by the wallet',
  CONTRACT_SIGNATURE: 'signed by the smart account',
  USER_TOKEN: 'issued through your identity provider',
} as const;

/** The valid tokens of the signed-in wallet. */
export const ServiceTokens = withApi(TokenList);

function TokenList({ wallet }: { wallet: string }) {
  const [page, setPage] = useState(0);
  const { data, failure: loadFailure } = useApiQuery(ServiceTokensDocument, { onlyLive: true, page });
  const revokeToken = useApiMutation(RevokeServiceTokenDocument);
  const revokeAllTokens = useApiMutation(RevokeAllServiceTokensDocument);
  const [revoked, setRevoked] = useState<string | null>(null);
  const { isRunning, failure, run } = useAction(async (tokenId: string | null) => {
    setRevoked(tokenId);
    if (tokenId !== null) {
      await revokeToken({ tokenId });
      notify('success', 'The token was revoked.');
      return;
    }
    const messageSignature = await signServiceMessage({
      walletAddress: wallet,
      serviceName: 'revokeAllServiceTokens',
    });
    await revokeAllTokens({ walletAddress: wallet, messageSignature });
    announceSessionEnd();
  });

  if (loadFailure) return <FailureNotice failure={explainFailure(loadFailure)} />;
  if (!data) return <Skeleton className="h-24" />;
  const list = data.serviceTokens;
  const { hasPreviousPage, hasNextPage } = list.pageInfo;
  return (
    <div className="flex flex-col gap-4">
      <ul className="flex flex-col divide-y divide-line border-y border-line">
        {list.nodes.map((token) => (
          <TokenRow
            key={token.tokenId}
            token={token}
            busy={isRunning && revoked === token.tokenId}
            onRevoke={() => void run(token.tokenId)}
          />
        ))}
      </ul>
      {(hasPreviousPage || hasNextPage) && (
        <div className="flex justify-between gap-4">
          <Button size="sm" disabled={!hasPreviousPage} onClick={() => setPage(page - 1)}>
            Newer
          </Button>
          <Button size="sm" disabled={!hasNextPage} onClick={() => setPage(page + 1)}>
            Older
          </Button>
        </div>
      )}
      <FailureNotice failure={failure} />
      <RevokeAll wallet={wallet} busy={isRunning && revoked === null} onRevoke={() => void run(null)} />
    </div>
  );
}

interface TokenRowProps {
  token: Token;
  busy: boolean;
  onRevoke(): void;
}

function TokenRow({ token, busy, onRevoke }: TokenRowProps) {
  return (
    <li className="flex items-center justify-between gap-4 py-3">
      <div className="min-w-0 text-sm">
        <p className="font-medium break-words">{token.serviceName}</p>
        <p className="text-ink2">
          Valid until <Time value={token.expiresAt} />, {proofs[token.proof]}
        </p>
      </div>
      {token.isCurrent ? (
        <Badge>This session</Badge>
      ) : (
        <Button size="sm" busy={busy} aria-label={`Revoke ${token.serviceName}`} onClick={onRevoke}>
          Revoke
        </Button>
      )}
    </li>
  );
}

function RevokeAll({ wallet, busy, onRevoke }: { wallet: string; busy: boolean; onRevoke(): void }) {
  const connected = useWallet();
  const canSign = connected.status === 'connected' && connected.address === wallet;
  return (
    <div className="flex flex-col items-start gap-2">
      <Button busy={busy} disabled={!canSign} onClick={onRevoke}>
        {busy ? 'Check your wallet' : 'Revoke all tokens'}
      </Button>
      <p className="text-sm text-ink2">
        Revokes all service tokens of this wallet and signs you out everywhere. You confirm by signing a
        message. Signing costs nothing.{canSign ? '' : ' Connect this wallet first.'}
      </p>
    </div>
  );
}
