'use client';
import { type MuteFieldsFragment, MutesDocument, UnmuteDocument } from '@labroom/client/documents';
import { useAction } from '#lib/actions/use-action.ts';
import { labTitle } from '#lib/api/lab-reference.ts';
import { useApiMutation } from '#lib/api/use-api-mutation.ts';
import { useApiQuery } from '#lib/api/use-api-query.ts';
import { visibleName } from '#lib/names/visible-name.ts';
import { withApi } from '#lib/session/api-provider.tsx';
import { explainFailure } from '#lib/wallet/explain-failure.ts';
import { Person } from '../core/people/person.tsx';
import { Button } from '../ui/button.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { shortHex } from '../ui/short-hex.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { noticeKindNames } from './notice-kind-names.ts';

/** What the signed-in wallet muted, and how to end that. */
export const Muted = withApi(Mutes);

function Mutes() {
  const { data, failure } = useApiQuery(MutesDocument, {});
  const unmute = useApiMutation(UnmuteDocument);
  const ending = useAction(async (id: string) => {
    await unmute({ id });
  });
  if (failure) return <FailureNotice failure={explainFailure(failure)} />;
  if (!data) return <Skeleton className="h-12" />;
  const { nodes } = data.mutes;
  if (nodes.length === 0) {
    return (
      <p className="text-sm text-ink2">
        Nothing. Each notice in your inbox has a button “Mute”: for the lab, the wallet or notices of its
        kind. Nobody else learns of it.
      </p>
    );
  }
  return (
    <>
      <FailureNotice failure={ending.failure} />
      <ul aria-label="What you muted" className="divide-y divide-line border-b border-line text-sm">
        {nodes.map((mute) => (
          <li key={mute.id} className="flex items-center gap-3 py-2">
            <div className="min-w-0 flex-1">
              {mute.wallet ? (
                <Person value={mute.wallet} />
              ) : (
                <p className="font-medium break-words">{nameOf(mute)}</p>
              )}
              <p className="text-ink2">{kinds[mute.kind]}</p>
            </div>
            <Button
              size="sm"
              aria-label={`Unmute ${mute.wallet ? shortHex(mute.wallet) : nameOf(mute)}`}
              onClick={() => void ending.run(mute.id)}
            >
              Unmute
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}

const kinds: Readonly<Record<MuteFieldsFragment['kind'], string>> = {
  LAB: 'Lab',
  WALLET: 'Wallet',
  NOTICE_KIND: 'Kind of notices',
};

function nameOf({ lab, oclId, noticeKind }: MuteFieldsFragment): string {
  if (noticeKind) return noticeKindNames[noticeKind];
  return lab ? visibleName(labTitle(lab)) : shortHex(oclId ?? '');
}
