'use client';
import { ReportDocument, type ReportInput, type ReportReason } from '@labroom/client/documents';
import { useState } from 'react';
import { useAction } from '#lib/actions/use-action.ts';
import { useApiMutation } from '#lib/api/use-api-mutation.ts';
import { withApi } from '#lib/session/api-provider.tsx';
import { useIdentity } from '#lib/session/session-context.tsx';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { type Option, SelectField, TextareaField } from '../../ui/labelled-fields.tsx';
import { notify } from '../../ui/message.ts';

export type ReportedSubject = Pick<ReportInput, 'kind' | 'oclId' | 'subject'>;

interface ReportDialogProps {
  subject: ReportedSubject;
  onClose: () => void;
}

const longestText = 1_000;

const names: Record<ReportInput['kind'], string> = {
  LAB: 'lab',
  FILE: 'file',
  ANNOUNCEMENT: 'announcement',
  RELEASE: 'release',
  THREAD: 'discussion',
  COMMENT: 'comment',
  PROFILE: 'profile',
};

const reasons: readonly Option<ReportReason>[] = [
  { value: 'SPAM', name: 'Advertising, or the same over and over' },
  { value: 'PERSONAL_DATA', name: 'Personal data that must not be public' },
  { value: 'MALWARE', name: 'Harms computers' },
  { value: 'IMPERSONATION', name: 'Pretends to be someone else' },
  { value: 'OTHER', name: 'Something else' },
];

/** A report to the operator. */
export const ReportDialog = withApi(Dialog);

function Dialog({ subject, onClose }: ReportDialogProps) {
  const report = useApiMutation(ReportDocument);
  const isSignedIn = useIdentity().kind === 'signed-in';
  const [reason, setReason] = useState<ReportReason>('SPAM');
  const [text, setText] = useState('');
  const sending = useAction(async () => {
    await report({ input: { ...subject, reason, text: text.trim() || null } });
    notify('success', 'The operator has your report.');
    onClose();
  });
  const isMissing = reason === 'OTHER' && text.trim() === '';
  return (
    <ActionDialog
      title={`Report this ${names[subject.kind]}`}
      action="Send report"
      isForm
      busy={sending.isRunning}
      disabled={isMissing}
      failure={sending.failure}
      failed="The report was not sent."
      onAction={() => void sending.run()}
      onClose={onClose}
    >
      <p className="text-sm text-ink2">
        Only the operator of this site reads it and decides. A report hides nothing by itself, and its author
        is not told. {isSignedIn ? 'It names your account.' : 'It does not name you.'}
      </p>
      <SelectField label="What is wrong" options={reasons} value={reason} onValue={setReason} />
      <TextareaField
        label={reason === 'OTHER' ? 'Tell the operator what is wrong' : 'For the operator (optional)'}
        rows={4}
        maxLength={longestText}
        value={text}
        onValue={setText}
      />
    </ActionDialog>
  );
}
