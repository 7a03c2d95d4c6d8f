'use client';
import {
  AccessQuestionsDocument,
  type AccessQuestionsQuery,
  type AccessRequestFieldsFragment,
  RequestAccessDocument,
} from '@labroom/client/documents';
import {
  type AskedRole,
  accessRequestLimits,
  accessRequestMessage,
  signedText,
  textProblem,
} from '@labroom/protocol/access-request';
import { type FormEvent, useId, useState } from 'react';
import { useAction } from '#lib/actions/use-action.ts';
import { useApiMutation } from '#lib/api/use-api-mutation.ts';
import { useApiQuery } from '#lib/api/use-api-query.ts';
import { usePublicConfig } from '#lib/config/public-config.tsx';
import { withApi } from '#lib/session/api-provider.tsx';
import { explainFailure } from '#lib/wallet/explain-failure.ts';
import { useWallet, walletRuntime } from '#lib/wallet/wallet-store.ts';
import type { AskedFile } from '../../core/data-room/my-request-props.ts';
import { ConnectButton } from '../../core/wallet/connect-button.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { TextareaField } from '../../ui/labelled-fields.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EndFields, RoleField } from '../roles/role-fields.tsx';
import { type Duration, expiryOf } from '../roles/role-form.ts';

interface RequestDialogProps {
  lab: { oclId: string; name: string };
  file?: AskedFile | undefined;
  /** Of a role that ends soon. */
  renews?: AskedRole | undefined;
  /** The user's last request, whose answers are offered again. */
  former?: AccessRequestFieldsFragment | undefined;
  onSent: () => void;
  onClose: () => void;
}

/** Asks a lab for a role: how long, the questions of the lab, and its promise, which is signed. */
export const RequestDialog = withApi(OpenDialog);

function OpenDialog(props: RequestDialogProps) {
  const { lab, onClose } = props;
  const formId = useId();
  const wallet = useWallet();
  const { data, failure } = useApiQuery(AccessQuestionsDocument, { oclId: lab.oclId });
  const [isBusy, setBusy] = useState(false);
  const isConnected = wallet.status === 'connected';
  return (
    <Dialog
      onClose={onClose}
      title={props.renews ? 'Ask to renew your role' : 'Request access'}
      description={
        <>
          To <bdi>{lab.name}</bdi>. You and those who can decide read your answers, nobody else.
        </>
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {isConnected ? (
            <Button type="submit" form={formId} variant="primary" busy={isBusy} disabled={!data}>
              {isBusy ? 'Check your wallet' : 'Sign and send'}
            </Button>
          ) : (
            <ConnectButton size="md" />
          )}
        </>
      }
    >
      {failure && <FailureNotice failure={explainFailure(failure)} />}
      {!data && !failure && <Skeleton className="h-48" />}
      {data && (
        <RequestForm
          {...props}
          formId={formId}
          wallet={isConnected ? wallet.address : null}
          questions={data.accessQuestions}
          onBusy={setBusy}
        />
      )}
    </Dialog>
  );
}

interface RequestFormProps extends RequestDialogProps {
  formId: string;
  wallet: `0x${string}` | null;
  questions: AccessQuestionsQuery['accessQuestions'];
  onBusy: (isBusy: boolean) => void;
}

function RequestForm({
  lab,
  file,
  renews,
  former,
  formId,
  wallet,
  questions,
  onBusy,
  onSent,
}: RequestFormProps) {
  const { chainId } = usePublicConfig();
  const send = useApiMutation(RequestAccessDocument);
  const [role, setRole] = useState<AskedRole>(renews ?? 'VIEWER');
  const [end, setEnd] = useState<{ duration: Duration; date: string }>({ duration: '90', date: '' });
  const [answers, setAnswers] = useState(() =>
    questions.questions.map((question) => formerAnswer(former, question)),
  );
  const [errors, setErrors] = useState<Record<string, string>>({});

  const sending = useAction(async (signer: `0x${string}`, until: Date | null) => {
    onBusy(true);
    try {
      const asked = {
        oclId: lab.oclId as `0x${string}`,
        role,
        ref: file?.ref ?? null,
        until: until?.toISOString() ?? null,
        promise: questions.promise,
        answers: questions.questions.map((question, index) => ({
          question,
          answer: signedText(answers[index] ?? ''),
        })),
      };
      const signed = { wallet: signer, issuedAt: new Date().toISOString() };
      const message = accessRequestMessage(
        { ...signed, chainId, site: location.host },
        { ...asked, invitation: null },
      );
      const signature = await (await walletRuntime()).signTypedData(message);
      await send({ input: { ...asked, ...signed }, signature });
    } finally {
      onBusy(false);
    }
    onSent();
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    const found: Record<string, string> = {};
    for (const [index, answer] of answers.entries()) {
      const problem = textProblem(signedText(answer), accessRequestLimits.answer);
      if (problem) found[index] = `The answer ${problem}.`;
    }
    const until = expiryOf(end, new Date());
    if (until === undefined || (until && until <= new Date())) found.date = 'Choose a day in the future.';
    setErrors(found);
    if (wallet && until !== undefined && Object.keys(found).length === 0) void sending.run(wallet, until);
  }

  return (
    <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4">
      {file && (
        <p className="text-sm">
          To open{' '}
          <span className="break-words font-medium">
            <bdi>{file.path}</bdi>
          </span>
        </p>
      )}
      {!file && !renews && <RoleField role={role} onRole={setRole} />}
      <EndFields
        label="Until"
        {...end}
        error={errors.date}
        onChange={(part) => setEnd({ ...end, ...part })}
      />
      {questions.questions.map((question, index) => (
        <TextareaField
          key={question}
          label={question}
          error={errors[index]}
          dir="auto"
          rows={3}
          maxLength={accessRequestLimits.answer}
          value={answers[index]}
          onValue={(value) => setAnswers(answers.map((answer, at) => (at === index ? value : answer)))}
        />
      ))}
      <section aria-label="What you promise" className="rounded bg-wash p-4 text-sm">
        <p className="font-medium">What you promise</p>
        <p dir="auto" className="mt-1 break-words whitespace-pre-line">
          {questions.promise}
        </p>
        <p className="mt-2 text-ink2">You sign it together with your answers. Signing costs nothing.</p>
      </section>
      <FailureNotice failure={sending.failure} />
    </form>
  );
}

const formerAnswer = (former: AccessRequestFieldsFragment | undefined, question: string) =>
  former?.answers.find((answered) => answered.question === question)?.answer ?? '';
