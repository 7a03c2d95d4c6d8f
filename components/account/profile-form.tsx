'use client';
import { base64FromBytes } from '@labroom/client/crypto/base64';
import {
  DeleteProfileDocument,
  ProfileDocument,
  type ProfileQuery,
  SetProfileDocument,
} from '@labroom/client/documents';
import { profileDeletionMessage, profileLimits, profileMessage } from '@labroom/protocol/profile';
import { useRouter } from 'next/navigation';
import { type FormEvent, useState } from 'react';
import { useAction } from '#lib/actions/use-action.ts';
import { useApiMutation } from '#lib/api/use-api-mutation.ts';
import { useApiQuery } from '#lib/api/use-api-query.ts';
import { usePublicConfig } from '#lib/config/public-config.tsx';
import { withApi } from '#lib/session/api-provider.tsx';
import { useWallet, walletRuntime } from '#lib/wallet/wallet-store.ts';
import { ConnectButton } from '../core/wallet/connect-button.tsx';
import { Button } from '../ui/button.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { TextField } from '../ui/labelled-fields.tsx';
import { Notice } from '../ui/notice.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { type ChosenPicture, PictureField } from './picture-field.tsx';
import type { FieldName, ParsedTexts } from './profile-texts.ts';

type Profile = ProfileQuery['profile'];

/** What the signed-in wallet says about itself. */
export const ProfileForm = withApi(LoadedForm);

function LoadedForm({ wallet }: { wallet: string }) {
  const { data, failure, reload } = useApiQuery(ProfileDocument, { wallet });
  if (failure) return <Notice kind="warning">Your profile could not be loaded. Reload the page.</Notice>;
  if (!data) return <Skeleton className="h-72" />;
  return (
    <Form
      key={data.profile?.issuedAt ?? ''}
      wallet={wallet as `0x${string}`}
      profile={data.profile}
      onChanged={reload}
    />
  );
}

const fields = {
  name: { label: 'Name', autoComplete: 'name', placeholder: undefined },
  affiliation: { label: 'Affiliation', autoComplete: 'organization', placeholder: undefined },
  orcid: { label: 'ORCID iD', autoComplete: 'off', placeholder: '0000-0002-1825-0097' },
  website: { label: 'Website', autoComplete: 'url', placeholder: 'https://' },
} as const;

interface FormProps {
  wallet: `0x${string}`;
  profile: Profile;
  onChanged: () => void;
}

function Form({ wallet, profile, onChanged }: FormProps) {
  const { chainId } = usePublicConfig();
  const connected = useWallet();
  const router = useRouter();
  const [texts, setTexts] = useState({
    name: profile?.name ?? '',
    affiliation: profile?.affiliation ?? '',
    orcid: profile?.orcid ?? '',
    website: profile?.website ?? '',
  });
  const [picture, setPicture] = useState<ChosenPicture | null>(
    profile?.picture && profile.pictureSha256
      ? { url: profile.picture, sha256: profile.pictureSha256, bytes: null }
      : null,
  );
  const [errors, setErrors] = useState<Partial<Record<FieldName, string>>>({});
  const set = useApiMutation(SetProfileDocument);
  const remove = useApiMutation(DeleteProfileDocument);
  const signer = () => ({ chainId, site: location.host, wallet, issuedAt: new Date().toISOString() });

  function changed() {
    onChanged();
    // Other pages that are kept show the former name.
    router.refresh();
  }

  const saving = useAction(async (texts: ParsedTexts) => {
    const parsed = { ...texts, pictureSha256: picture?.sha256 ?? null };
    const signed = signer();
    const signature = await (await walletRuntime()).signTypedData(profileMessage(signed, parsed));
    const bytes = picture?.bytes && base64FromBytes(picture.bytes);
    await set({ input: { ...parsed, wallet, issuedAt: signed.issuedAt, picture: bytes }, signature });
    changed();
  });
  const deleting = useAction(async () => {
    const signed = signer();
    const signature = await (await walletRuntime()).signTypedData(profileDeletionMessage(signed));
    await remove({ wallet, issuedAt: signed.issuedAt, signature });
    changed();
  });

  async function submit(event: FormEvent) {
    event.preventDefault();
    // The rules have the table of look-alikes, which is large.
    const { parseTexts } = await import('./profile-texts.ts');
    const { value, errors } = parseTexts(texts);
    setErrors(errors);
    if (Object.keys(errors).length === 0) void saving.run(value);
  }

  if (connected.status !== 'connected' || connected.address !== wallet) {
    return (
      <Notice action={connected.status !== 'connected' && <ConnectButton />}>
        Connect the wallet that you signed in with. It signs what you write here.
      </Notice>
    );
  }
  const isBusy = saving.isRunning || deleting.isRunning;
  return (
    <form onSubmit={submit} noValidate className="flex max-w-lg flex-col gap-4">
      <p className="text-sm text-ink2">
        Everyone can read this. It stands beside your address as unverified, because nobody has checked it.
        Signing costs nothing.
      </p>
      <PictureField wallet={wallet} value={picture} onChange={setPicture} />
      {(Object.keys(fields) as FieldName[]).map((field) => (
        <TextField
          key={field}
          label={fields[field].label}
          error={errors[field]}
          name={field}
          dir="auto"
          value={texts[field]}
          autoComplete={fields[field].autoComplete}
          placeholder={fields[field].placeholder}
          maxLength={field === 'orcid' ? 40 : 2 * profileLimits[field]}
          onValue={(value) => setTexts({ ...texts, [field]: value })}
        />
      ))}
      <FailureNotice failure={saving.failure ?? deleting.failure} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={saving.isRunning} disabled={isBusy}>
          {saving.isRunning ? 'Check your wallet' : 'Save'}
        </Button>
        {profile?.name && (
          <Button busy={deleting.isRunning} disabled={isBusy} onClick={() => void deleting.run()}>
            {deleting.isRunning ? 'Check your wallet' : 'Delete my profile'}
          </Button>
        )}
      </div>
    </form>
  );
}
