'use client';
import {
  AccessQuestionsDocument,
  type InvitationFieldsFragment,
  LabMembersDocument,
  RequestAccessDocument,
} from '@labroom/client/documents';
import { type AskedRole, accessRequestMessage } from '@labroom/protocol/access-request';
import { invitationProofMessage } from '@labroom/protocol/invitation';
import { isHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { useAction } from '#lib/actions/use-action.ts';
import { labPath } from '#lib/api/lab-reference.ts';
import { useApiMutation } from '#lib/api/use-api-mutation.ts';
import { useApiQuery } from '#lib/api/use-api-query.ts';
import { usePublicConfig } from '#lib/config/public-config.tsx';
import { ApiProvider } from '#lib/session/api-provider.tsx';
import { explainFailure } from '#lib/wallet/explain-failure.ts';
import { useWallet, walletRuntime } from '#lib/wallet/wallet-store.ts';
import { useVisible } from '#lib/windows/use-visible.ts';
import { Person } from '../../core/people/person.tsx';
import { ConnectButton } from '../../core/wallet/connect-button.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

const pollMilliseconds = 3_000;

interface AcceptInvitationProps {
  invitation: InvitationFieldsFragment;
  shortname: string;
}

/** Connects a wallet and accepts, by the secret in the fragment of the URL. */
export function AcceptInvitation(props: AcceptInvitationProps) {
  const secret = location.hash.slice(1);
  if (!isHex(secret) || secret.length !== 66) {
    return (
      <Notice kind="warning">
        The link is incomplete: its last part, after the #, is missing. Copy the whole link and open it again.
      </Notice>
    );
  }
  return (
    <ApiProvider>
      <Accepting {...props} secret={secret} />
    </ApiProvider>
  );
}

function Accepting({ invitation, shortname, secret }: AcceptInvitationProps & { secret: `0x${string}` }) {
  const { oclId, id, role, until } = invitation;
  const { chainId, environment } = usePublicConfig();
  const wallet = useWallet();
  const isVisible = useVisible();
  const address = wallet.status === 'connected' ? wallet.address : null;
  const questions = useApiQuery(AccessQuestionsDocument, { oclId });
  const promise = questions.data?.accessQuestions.promise;
  const send = useApiMutation(RequestAccessDocument);
  const accepting = useAction(async (signer: `0x${string}`, promised: string) => {
    const [site, issuedAt] = [location.host, new Date().toISOString()];
    const asked = { role: role as AskedRole, ref: null, until, promise: promised, answers: [] };
    const message = accessRequestMessage(
      { chainId, site, wallet: signer, issuedAt },
      { ...asked, oclId: oclId as `0x${string}`, invitation: id },
    );
    const signature = await (await walletRuntime()).signTypedData(message);
    const proof = await privateKeyToAccount(secret).signTypedData(
      invitationProofMessage({ chainId, site, invitation: id, wallet: signer }),
    );
    const input = { ...asked, oclId, wallet: signer, issuedAt, invitation: { id, proof } };
    await send({ input, signature });
    return signer;
  });
  const accepted = accepting.result !== undefined && accepting.result === address;
  const members = useApiQuery(
    LabMembersDocument,
    { oclId },
    {
      pause: !address,
      poll: {
        everyMilliseconds: pollMilliseconds,
        isFinal: ({ listLabMembers }) => !accepted || !isVisible || isMember(listLabMembers.members, address),
      },
    },
  );

  if (isMember(members.data?.listLabMembers.members ?? [], address)) {
    return (
      <Notice
        kind="success"
        action={
          <a href={labPath(shortname, 'files')} className={buttonClass('primary')}>
            Open the data room
          </a>
        }
      >
        You are a member of this lab.
      </Notice>
    );
  }
  if (accepted) {
    return (
      <Notice kind="success">
        <p className="font-medium">You have accepted.</p>
        <p>An owner or contributor grants the role. This page tells you by itself.</p>
      </Notice>
    );
  }
  if (!address) {
    return (
      <div className="flex flex-col items-start gap-3">
        <p>
          To accept you need a wallet: an app or an extension of your browser that signs for you and proves
          who you are. It costs nothing, and needs no money in it.
        </p>
        <p className="text-sm text-ink2">
          No wallet yet? The next step names some to install. Open this link again afterwards.
          {environment === 'local' && ' On this local chain, “Try as” lends you an account.'}
        </p>
        <ConnectButton size="md" />
      </div>
    );
  }
  if (questions.failure) return <FailureNotice failure={explainFailure(questions.failure)} />;
  if (promise === undefined) return <Skeleton className="h-40" />;
  return (
    <div className="flex flex-col items-start gap-4">
      <section aria-label="What you promise" className="w-full rounded bg-wash p-4 text-sm">
        <p className="font-medium">What you promise</p>
        <p dir="auto" className="mt-1 break-words whitespace-pre-line">
          {promise}
        </p>
        <p className="mt-2 text-ink2">
          You accept as <Person value={address} />. Signing costs nothing.
        </p>
      </section>
      <Button
        variant="primary"
        busy={accepting.isRunning}
        onClick={() => void accepting.run(address, promise)}
      >
        {accepting.isRunning ? 'Check your wallet' : 'Accept'}
      </Button>
      <FailureNotice failure={accepting.failure} />
    </div>
  );
}

const isMember = (members: readonly { walletAddress: string }[], address: string | null) =>
  members.some(({ walletAddress }) => walletAddress === address);
