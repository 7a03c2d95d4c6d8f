'use client';
import {
  AccessQuestionsDocument,
  type AccessQuestionsQuery,
  BlockAskerDocument,
  BlockedAskersDocument,
  SetAccessQuestionsDocument,
} from '@labroom/client/documents';
import {
  accessRequestLimits,
  defaultPromise,
  signedText,
  textProblem,
} from '@labroom/protocol/access-request';
import { useState } from 'react';
import { useAction } from '#lib/actions/use-action.ts';
import { useApiMutation } from '#lib/api/use-api-mutation.ts';
import { useApiQuery } from '#lib/api/use-api-query.ts';
import { explainFailure } from '#lib/wallet/explain-failure.ts';
import { Person } from '../../core/people/person.tsx';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { TextareaField, TextField } from '../../ui/labelled-fields.tsx';
import { notify } from '../../ui/message.ts';
import { Skeleton } from '../../ui/skeleton.tsx';

interface QuestionsDialogProps {
  oclId: string;
  onClose: () => void;
}

/** What a lab asks of those who ask for access, and the wallets that it does not let ask. */
export function QuestionsDialog({ oclId, onClose }: QuestionsDialogProps) {
  const { data, failure } = useApiQuery(
    AccessQuestionsDocument,
    { oclId },
    { requestPolicy: 'network-only' },
  );
  if (data) return <Form oclId={oclId} present={data.accessQuestions} onClose={onClose} />;
  return (
    <Dialog onClose={onClose} title="Questions and promise">
      {failure ? <FailureNotice failure={explainFailure(failure)} /> : <Skeleton className="h-64" />}
    </Dialog>
  );
}

interface FormProps extends QuestionsDialogProps {
  present: AccessQuestionsQuery['accessQuestions'];
}

function Form({ oclId, present, onClose }: FormProps) {
  // A field beyond the last question, for another one.
  const [questions, setQuestions] = useState([...present.questions, '']);
  const [promise, setPromise] = useState(present.promise);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const save = useApiMutation(SetAccessQuestionsDocument);
  const saving = useAction(async (texts: string[], promised: string) => {
    await save({ oclId, questions: texts, promise: promised === defaultPromise ? null : promised });
    notify('success', 'Saved.');
    onClose();
  });

  function change(index: number, text: string) {
    const changed = questions.map((question, at) => (at === index ? text : question));
    const isFull = changed.every((question) => question.trim() !== '');
    setQuestions(isFull && changed.length < accessRequestLimits.questions ? [...changed, ''] : changed);
  }

  function submit() {
    const found: Record<string, string> = {};
    const texts = questions.map(signedText);
    for (const [index, text] of texts.entries()) {
      const problem = text && textProblem(text, accessRequestLimits.question);
      if (problem) found[index] = `The question ${problem}.`;
      else if (text && texts.indexOf(text) !== index) found[index] = 'This question is there already.';
    }
    const promised = signedText(promise) || defaultPromise;
    const problem = textProblem(promised, accessRequestLimits.promise);
    if (problem) found.promise = `The promise ${problem}.`;
    setErrors(found);
    if (Object.keys(found).length === 0) void saving.run(texts.filter(Boolean), promised);
  }

  return (
    <ActionDialog
      failure={saving.failure}
      onClose={onClose}
      title="Questions and promise"
      description="Who asks for access answers the questions and signs the promise. Everyone can read both."
      action="Save"
      busy={saving.isRunning}
      onAction={submit}
    >
      {questions.map((question, index) => (
        <TextField
          // biome-ignore lint/suspicious/noArrayIndexKey: a question is its position
          key={index}
          label={`Question ${index + 1}`}
          error={errors[index]}
          dir="auto"
          value={question}
          maxLength={accessRequestLimits.question}
          onValue={(value) => change(index, value)}
        />
      ))}
      <TextareaField
        label="Promise"
        error={errors.promise}
        hint="Empty: the default promise."
        dir="auto"
        value={promise}
        maxLength={accessRequestLimits.promise}
        onValue={setPromise}
      />
      <Blocked oclId={oclId} />
    </ActionDialog>
  );
}

function Blocked({ oclId }: { oclId: string }) {
  const { data, failure, reload } = useApiQuery(
    BlockedAskersDocument,
    { oclId },
    { requestPolicy: 'network-only' },
  );
  const block = useApiMutation(BlockAskerDocument);
  const unblocking = useAction(async (wallet: string) => {
    await block({ oclId, wallet, isBlocked: false });
    reload();
  });
  if (!data) return <FailureNotice failure={failure && explainFailure(failure)} onRetry={reload} />;
  if (data.blockedAskers.length === 0) return null;
  return (
    <section aria-label="Blocked wallets" className="text-sm">
      <p className="font-medium">Blocked wallets</p>
      <ul className="divide-y divide-line">
        {data.blockedAskers.map(({ wallet }) => (
          <li key={wallet} className="flex items-center justify-between gap-4 py-2">
            <Person value={wallet} />
            <Button size="sm" onClick={() => void unblocking.run(wallet)}>
              Unblock
            </Button>
          </li>
        ))}
      </ul>
      <FailureNotice failure={unblocking.failure} />
    </section>
  );
}
