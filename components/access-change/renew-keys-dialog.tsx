'use client';
import { KeyReleaseDaysDocument } from '@labroom/client/documents';
import { useState } from 'react';
import { Name } from '#components/ui/name.tsx';
import { afterKeysOf, listEncryptedVersions } from '#lib/access-change/encrypted-versions.ts';
import { callApi } from '#lib/api/browser.ts';
import { useApiQuery } from '#lib/api/use-api-query.ts';
import { useRead } from '#lib/reading/use-read.ts';
import { isUnfinished, startJob } from '../core/access-change/lab-job.ts';
import { useMyRole } from '../core/labs/use-my-role.ts';
import { SignInPrompt } from '../core/wallet/sign-in-prompt.tsx';
import { ActionDialog } from '../ui/action-dialog.tsx';
import { formatBytes } from '../ui/byte-size.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { SelectField } from '../ui/labelled-fields.tsx';
import { Notice } from '../ui/notice.tsx';
import { shortHex } from '../ui/short-hex.ts';
import { Loading } from '../ui/skeleton.tsx';
import { Time } from '../ui/time.tsx';

interface RenewKeysDialogProps {
  lab: { oclId: string; name: string };
  /** A wallet that lost access, lowercase. */
  former: string | undefined;
  onClose: () => void;
}

type Versions = Awaited<ReturnType<typeof listEncryptedVersions>>;

const YEAR_DAYS = 366;
const MOST_OPENED = 100;

/** Gives all encrypted versions of a lab new keys, and shows what a wallet opened with the old ones. */
export function RenewKeysDialog({ lab, former, onClose }: RenewKeysDialogProps) {
  const { oclId } = lab;
  const { identity, members } = useMyRole(oclId);
  const isSignedIn = identity.kind === 'signed-in';
  const [wallet, setWallet] = useState(former ?? '');
  const { data: days } = useApiQuery(
    KeyReleaseDaysDocument,
    { oclId, days: YEAR_DAYS },
    { pause: !isSignedIn },
  );
  const { data: versions, failure } = useRead({
    key: ['keys to renew', oclId, wallet, String(isSignedIn)],
    read: ({ signal }) => listEncryptedVersions(callApi, { oclId, ...(wallet && { wallet }) }, signal),
    pause: !isSignedIn,
  });
  const role = members.find(({ walletAddress }) => walletAddress === wallet)?.role;
  const known = new Set(members.map(({ walletAddress }) => walletAddress));
  const readers = (days?.keyReleaseDays ?? []).filter(({ released }) => released > 0);
  const gone = new Set(readers.map((reader) => reader.wallet).filter((reader) => !known.has(reader)));
  if (former) gone.add(former);
  const isBusy = isUnfinished(oclId);

  function start() {
    if (!isSignedIn || !versions?.length) return;
    const keyIssuedBefore = afterKeysOf(versions);
    const task = {
      oclId,
      labName: lab.name,
      wallet: identity.address,
      keyIssuedBefore,
      count: versions.length,
    };
    startJob({ kind: 'renewal', ...task });
    onClose();
  }

  return (
    <ActionDialog
      onClose={onClose}
      title="Renew keys"
      description="Every encrypted version gets a new key. The old keys and bytes are destroyed. Versions, DIDs and access stay."
      action={versions?.length ? `Renew ${count(versions.length, 'key')}` : 'Renew keys'}
      disabled={!isSignedIn || !versions?.length || isBusy}
      onAction={start}
    >
      <div className="flex flex-col gap-4 text-sm">
        <SignInPrompt purpose="to renew keys" />
        {isBusy && (
          <Notice kind="warning">
            Another change of access is not finished. Resume or discard it first.
          </Notice>
        )}
        {gone.size > 0 && (
          <SelectField
            label="Wallet that lost access"
            hint="Shows what it opened. All keys are renewed in any case."
            options={[
              { value: '', name: 'None in particular' },
              ...[...gone].map((value) => ({ value, name: shortHex(value) })),
            ]}
            value={wallet}
            onValue={setWallet}
          />
        )}
        {role && (
          <Notice kind="warning">
            {shortHex(wallet)} is {role === 'OWNER' ? 'an owner' : `a ${role.toLowerCase()}`} of the lab and
            can get the new keys. Revoke its role first.
          </Notice>
        )}
        <FailureNotice failure={failure} />
        {isSignedIn && !versions && !failure && <Loading label="Listing the keys" className="h-16" />}
        {versions && <Found versions={versions} wallet={wallet} />}
      </div>
    </ActionDialog>
  );
}

/** What is renewed, and what the wallet opened of it. */
function Found({ versions, wallet }: { versions: Versions; wallet: string }) {
  if (versions.length === 0) return <p>The lab has no encrypted versions.</p>;
  const bytes = versions.reduce((sum, { contentLength }) => sum + Number(contentLength), 0);
  const opened = versions
    .flatMap(({ releasedAt, ...version }) => (releasedAt ? [{ ...version, releasedAt }] : []))
    .sort((one, other) => Date.parse(other.releasedAt) - Date.parse(one.releasedAt));
  return (
    <>
      <p>
        {count(versions.length, 'encrypted version')}, {formatBytes(bytes)}: this browser downloads them,
        encrypts them anew and uploads them.
      </p>
      {wallet && opened.length === 0 && <p>{shortHex(wallet)} received none of these keys.</p>}
      {wallet && opened.length > 0 && (
        <details open={opened.length <= 5}>
          <summary>
            {shortHex(wallet)} opened {opened.length} of them. What it downloaded, it keeps.
          </summary>
          <ul
            aria-label="Opened before"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
            tabIndex={0}
            className="mt-2 max-h-48 divide-y divide-line overflow-y-auto rounded border border-line"
          >
            {opened.slice(0, MOST_OPENED).map(({ did, path, version, releasedAt }) => (
              <li key={`${did} ${version}`} className="flex flex-wrap justify-between gap-x-4 px-3 py-1.5">
                <span className="min-w-0 break-words">
                  <Name>{path}</Name> <span className="text-ink2">v{version}</span>
                </span>
                <Time value={releasedAt} className="text-ink2" />
              </li>
            ))}
          </ul>
          {opened.length > MOST_OPENED && (
            <p className="mt-1 text-ink2">and {opened.length - MOST_OPENED} more</p>
          )}
        </details>
      )}
    </>
  );
}

const count = (number: number, what: string) =>
  `${number.toLocaleString('en')} ${what}${number === 1 ? '' : 's'}`;
