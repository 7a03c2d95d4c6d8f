'use client';
import { useState } from 'react';
import { useAction } from '#lib/actions/use-action.ts';
import { filePath } from '#lib/api/lab-reference.ts';
import { usePublicConfig } from '#lib/config/public-config.tsx';
import { filesOf } from '#lib/data-room/list-folder.ts';
import { nameOf } from '#lib/data-room/moves.ts';
import { useRead } from '#lib/reading/use-read.ts';
import { explainListFailure } from '#lib/share/explain-list-failure.ts';
import { keepLink } from '#lib/share/kept-links.ts';
import { letRead, letReadStages } from '#lib/share/let-read.ts';
import { LINK_DAYS, makeLink } from '#lib/share/make-link.ts';
import { hrefOfShared, LONGEST_WHY } from '#lib/share/share-link.ts';
import { type Holder, holdersOf, MOST_FILES, readSharing } from '#lib/share/shared-files.ts';
import { checkAddress } from '#lib/wallet/check-address.ts';
import { useDataRoom } from '../core/data-room/data-room-context.tsx';
import { focusEntryList } from '../core/data-room/entry-list-id.ts';
import { AddressInput } from '../core/people/address-input.tsx';
import { NetworkBanner } from '../core/wallet/network-banner.tsx';
import { ActionDialog } from '../ui/action-dialog.tsx';
import { Field } from '../ui/field.tsx';
import { SelectField, TextField } from '../ui/labelled-fields.tsx';
import { notify } from '../ui/message.ts';
import { Name } from '../ui/name.tsx';
import { Notice } from '../ui/notice.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Holders } from './holders.tsx';
import { HowChoice } from './how-choice.tsx';
import { LinksHere } from './links-here.tsx';
import { MadeLink } from './made-link.tsx';
import { whatOf } from './what-of.ts';

const DAY_MS = 86_400_000;

const durations = [
  { value: 7, name: '7 days' },
  { value: 30, name: '30 days' },
  { value: 90, name: '90 days' },
  { value: 365, name: 'a year' },
  { value: 0, name: 'without an end' },
];

const numbers = [
  { value: 1, name: 'one person' },
  { value: 10, name: 'up to 10 people' },
  { value: 100, name: 'up to 100 people' },
];

interface ShareDialogProps {
  /** Paths of files, and of folders with a `/` at the end. */
  keys: readonly string[];
  onClose: () => void;
}

/** Lets one reader open exactly the encrypted files among some entries, without a role, and takes them back. */
export function ShareDialog({ keys, onClose }: ShareDialogProps) {
  const { files: all, lab, me, network, location } = useDataRoom();
  const config = usePublicConfig();
  const { accessList } = network.contracts;
  const wallet = me.identity.kind === 'signed-in' ? me.identity.address : null;
  const [chosen] = useState(() => filesOf(all, new Set(keys)));
  const [secret] = useState(() =>
    chosen.flatMap((file) => (file.accessLevel === 'PUBLIC' ? [] : [file.path])),
  );
  const isTooMany = secret.length > MOST_FILES;
  const sharing = useRead({
    key: ['sharing', lab.oclId, ...secret],
    read: () => readSharing(lab.oclId, secret),
    pause: isTooMany,
  });
  const [ended, setEnded] = useState<readonly Holder[]>([]);
  const holders = holdersOf(sharing.data ?? []).filter((holder) => !ended.includes(holder));
  const [person, setPerson] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [days, setDays] = useState(30);
  const [isLink, setLink] = useState(false);
  const [uses, setUses] = useState(1);
  const [why, setWhy] = useState('');
  const [stage, setStage] = useState<string>(letReadStages.opening);
  const single = keys.length === 1 ? keys[0] : undefined;

  const expiryOf = () => (days === 0 ? null : new Date(Date.now() + days * DAY_MS));
  const linking = useAction(async () => {
    if (!wallet || !sharing.data) return undefined;
    const wanted = { oclId: lab.oclId, files: sharing.data, uses, expiry: expiryOf() };
    const link = await makeLink(wanted, wallet, config, (now) => setStage(letReadStages[now]));
    keepLink(wallet, link);
    const href = hrefOfShared(linkTo(single), { link, why });
    const isCopied = await navigator.clipboard.writeText(href).then(
      () => true,
      () => false,
    );
    return { href, isCopied };
  }, explainListFailure);
  const action = useAction(async (reader: `0x${string}`) => {
    if (!wallet || !sharing.data) return;
    const expiry = expiryOf();
    // Without those that were made public or deleted meanwhile.
    const what = whatOf(sharing.data.map(({ path }) => path));
    const reading = { lab, files: sharing.data, what, reader, expiry };
    await letRead(reading, wallet, config, (now) => setStage(letReadStages[now]));
    notify('success', `Shared: ${what}.`, 'From this block on. Send the reader the link.', {
      label: 'Copy the link',
      run: () => void copyLink(hrefOfShared(linkTo(single), { why })),
    });
    onClose();
  }, explainListFailure);
  const isRunning = action.isRunning || linking.isRunning;
  const failure = action.failure ?? linking.failure;

  function linkTo(key: string | undefined): string {
    const isFile = key !== undefined && !key.endsWith('/');
    const href = isFile
      ? filePath(lab.shortname, key)
      : location.hrefOfFolder(key?.slice(0, -1) ?? location.folder);
    return new URL(href, window.location.origin).href;
  }

  function submit() {
    if (isLink) return void linking.run();
    const reader = checkAddress(person);
    if (typeof reader === 'object') return setProblem(reader.error);
    void action.run(reader);
  }

  if (linking.result) return <MadeLink {...linking.result} uses={uses} onClose={onClose} />;
  return (
    <ActionDialog
      onClose={onClose}
      title={
        single === undefined ? (
          `Share ${keys.length} entries`
        ) : (
          <>
            Share <Name>{nameOf(single)}</Name>
          </>
        )
      }
      description={describe(secret.length, chosen.length - secret.length, isLink)}
      returnFocus={focusEntryList}
      action={isRunning ? stage : isLink ? 'Make the link' : 'Share'}
      busy={isRunning}
      disabled={!accessList || !wallet || !sharing.data?.length || isTooMany}
      isForm
      onAction={submit}
      failure={failure ?? sharing.failure}
      failed={failure ? 'It was not shared.' : 'The files could not be read.'}
    >
      <NetworkBanner />
      {!accessList && <Notice kind="warning">The contracts of this network have no access list.</Notice>}
      {isTooMany && (
        <Notice kind="warning">
          At most {MOST_FILES} encrypted files are shared together; these are {secret.length}. Choose fewer.
        </Notice>
      )}
      <HowChoice isLink={isLink} onChange={setLink} />
      {isLink ? (
        <SelectField
          label="For"
          hint={`The link can be used for ${LINK_DAYS} days. Who uses it pays for a transaction.`}
          options={numbers}
          value={uses}
          onValue={setUses}
        />
      ) : (
        <Field label="With whom" error={problem}>
          {(control) => (
            <AddressInput
              {...control}
              value={person}
              autoFocus
              onValue={(text) => {
                setPerson(text);
                setProblem(null);
              }}
            />
          )}
        </Field>
      )}
      <SelectField label="Until" options={durations} value={days} onValue={setDays} />
      <TextField
        label="Why (optional)"
        hint="It is in the link that you send, and nowhere else."
        value={why}
        onValue={setWhy}
        maxLength={LONGEST_WHY}
      />
      {!sharing.data && !sharing.failure && !isTooMany && <Skeleton className="h-10" />}
      {holders.length > 0 && (
        <section>
          <h3 className="mb-1 text-sm font-medium">Who has it</h3>
          <Holders
            holders={holders}
            total={secret.length}
            onEnded={(holder) => setEnded((now) => [...now, holder])}
          />
        </section>
      )}
      {wallet && sharing.data && <LinksHere wallet={wallet} refs={sharing.data.map(({ did }) => did)} />}
      <details className="text-sm">
        <summary className="text-ink2">What others learn</summary>
        <p className="mt-1 max-w-prose">
          The chain is public. Everybody can read there which address can open which file of this lab, since
          when, until when, and who let it. Names of persons are not there, nor the content. Taking it back
          ends the access, not the entry in the history. Of a link nothing is there until it is used.
        </p>
      </details>
    </ActionDialog>
  );
}

async function copyLink(link: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(link);
  } catch {
    notify('error', 'The browser did not allow to copy the link.');
  }
}

function describe(secret: number, open: number, isLink: boolean): string {
  const files = secret === 1 ? 'this file' : `exactly these ${secret} encrypted files`;
  const rest = open > 0 ? ` ${open} more ${open === 1 ? 'is' : 'are'} public already.` : '';
  return `${isLink ? 'Who uses the link' : 'The reader'} can open ${files} as ${secret === 1 ? 'it is' : 'they are'} now, and no other. Later versions are not shared by it.${rest}`;
}
