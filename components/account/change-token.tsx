'use client';
import type { FormEvent } from 'react';
import { callApi } from '../../lib/api/browser.ts';
import { ExtendServiceTokenDocument, RevokeServiceTokenDocument } from '../../lib/api/documents.generated.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { Notice } from '../ui/notice.tsx';
import { Time } from '../ui/time.tsx';
import { LifetimeField } from './lifetime-field.tsx';
import { type FreshToken, ShownOnceToken } from './shown-once-token.tsx';
import { TokenFailure } from './token-failure.tsx';
import { useTokenCall } from './use-token-call.ts';

type Result = { kind: 'extended'; fresh: FreshToken } | { kind: 'revoked'; revokedAt: string };

/** Extends or ends a token by its id; needs the session of the wallet that it belongs to. */
export function ChangeToken() {
  const { busy, failure, result, run } = useTokenCall<'extend' | 'revoke', Result>();

  function change(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget, submitterOf(event));
    const tokenId = String(data.get('tokenId')).trim();
    if (data.get('action') === 'revoke') return void run('revoke', () => revoke(tokenId));
    void run('extend', () => extend(tokenId, String(data.get('expiresIn'))));
  }

  return (
    <form onSubmit={change} className="flex flex-col gap-4">
      <Field label="Token id">
        {(control) => (
          <Input {...control} name="tokenId" required autoComplete="off" className="font-mono text-sm" />
        )}
      </Field>
      <LifetimeField label="Extend by, counted from now" />
      <TokenFailure failure={failure} />
      {result?.kind === 'revoked' && (
        <Notice kind="success">
          The token ended <Time value={result.revokedAt} />, with every JWT of it.
        </Notice>
      )}
      {result?.kind === 'extended' && <ShownOnceToken {...result.fresh} />}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" name="action" value="extend" busy={busy === 'extend'}>
          Extend
        </Button>
        <Button type="submit" name="action" value="revoke" className="text-danger" busy={busy === 'revoke'}>
          Revoke
        </Button>
      </div>
    </form>
  );
}

async function extend(tokenId: string, expiresIn: string): Promise<Result> {
  const { extendServiceToken } = await callApi(ExtendServiceTokenDocument, { tokenId, expiresIn });
  const { token, expiresAt } = extendServiceToken;
  return { kind: 'extended', fresh: { token: token ?? '', tokenId, expiresAt } };
}

async function revoke(tokenId: string): Promise<Result> {
  const { revokeServiceToken } = await callApi(RevokeServiceTokenDocument, { tokenId });
  return { kind: 'revoked', revokedAt: revokeServiceToken.revokedAt ?? new Date().toISOString() };
}

function submitterOf(event: FormEvent<HTMLFormElement>): HTMLElement | null {
  return event.nativeEvent instanceof SubmitEvent ? event.nativeEvent.submitter : null;
}
