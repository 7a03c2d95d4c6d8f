'use client';
import { type FormEvent, useState } from 'react';
import { callApi } from '../../lib/api/browser.ts';
import { ExtendServiceTokenDocument, RevokeServiceTokenDocument } from '../../lib/api/documents.generated.ts';
import { explainFailure, type FailureInWords } from '../../lib/wallet/explain-failure.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { Notice } from '../ui/notice.tsx';
import { Select } from '../ui/select.tsx';
import { Time } from '../ui/time.tsx';
import { lifetimes } from './token-lifetimes.ts';

type Result = { kind: 'extended'; token: string; expiresAt: string } | { kind: 'revoked'; revokedAt: string };

/** Extends or ends a token by its id; needs the session of the wallet that it belongs to. */
export function ChangeToken() {
  const [busy, setBusy] = useState<'extend' | 'revoke' | null>(null);
  const [failure, setFailure] = useState<FailureInWords | null>(null);
  const [result, setResult] = useState<Result | null>(null);

  async function change(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget, submitterOf(event));
    const action = data.get('action') === 'revoke' ? 'revoke' : 'extend';
    const tokenId = String(data.get('tokenId')).trim();
    setBusy(action);
    setFailure(null);
    setResult(null);
    try {
      setResult(
        action === 'revoke' ? await revoke(tokenId) : await extend(tokenId, String(data.get('expiresIn'))),
      );
    } catch (error) {
      setFailure(explainFailure(error));
    } finally {
      setBusy(null);
    }
  }

  return (
    <form onSubmit={change} className="flex flex-col gap-4">
      <Field label="Token id">
        {(control) => (
          <Input {...control} name="tokenId" required autoComplete="off" className="font-mono text-sm" />
        )}
      </Field>
      <Field label="Extend by, counted from now">
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
      {result?.kind === 'revoked' && (
        <Notice kind="success">
          The token ended <Time value={result.revokedAt} />, with every JWT of it.
        </Notice>
      )}
      {result?.kind === 'extended' && (
        <Notice kind="warning">
          <p>
            Valid until <Time value={result.expiresAt} style="datetime" />. Copy the new token now: it is not
            shown again.
          </p>
          <p className="mt-2 flex items-start gap-1">
            <code className="min-w-0 font-mono break-all">{result.token}</code>
            <CopyButton text={result.token} label="Copy the new token" />
          </p>
        </Notice>
      )}
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
  return {
    kind: 'extended',
    token: extendServiceToken.token ?? '',
    expiresAt: extendServiceToken.expiresAt ?? '',
  };
}

async function revoke(tokenId: string): Promise<Result> {
  const { revokeServiceToken } = await callApi(RevokeServiceTokenDocument, { tokenId });
  return { kind: 'revoked', revokedAt: revokeServiceToken.revokedAt ?? new Date().toISOString() };
}

function submitterOf(event: FormEvent<HTMLFormElement>): HTMLElement | null {
  return event.nativeEvent instanceof SubmitEvent ? event.nativeEvent.submitter : null;
}
