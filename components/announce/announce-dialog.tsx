'use client';
import { CreateAnnouncementDocument } from '@labroom/client/documents';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useAction } from '#lib/actions/use-action.ts';
import { useApiMutation } from '#lib/api/use-api-mutation.ts';
import { useRefusal } from '#lib/api/use-refusal.ts';
import { withApi } from '#lib/session/api-provider.tsx';
import { useIdentity } from '#lib/session/session-context.tsx';
import { RefusalNotice } from '../core/foresight/refusal-notice.tsx';
import { ActionDialog } from '../ui/action-dialog.tsx';
import { TextareaField, TextField } from '../ui/labelled-fields.tsx';
import { MarkdownOfOthers } from '../ui/markdown/markdown-of-others.tsx';
import { notify } from '../ui/message.ts';
import { Tabs } from '../ui/tabs.tsx';
import { AttachFiles, type Attachment } from './attach-files.tsx';

export interface AnnouncementDraft {
  headline: string;
  /** Markdown. */
  body: string;
  attachments: Attachment[];
}

interface AnnounceDialogProps {
  oclId: string;
  draft: AnnouncementDraft;
  onChange: (part: Partial<AnnouncementDraft>) => void;
  onPublished: () => void;
  onClose: () => void;
}

/** Writes and publishes an announcement, with files of the lab as links. */
export const AnnounceDialog = withApi(Announcing);

function Announcing({ oclId, draft, onChange, onPublished, onClose }: AnnounceDialogProps) {
  const router = useRouter();
  const [missing, setMissing] = useState<{ headline?: string; body?: string }>({});
  const identity = useIdentity();
  // Asked when the form opens, so that nobody writes a text in vain. The words of the text change nothing.
  const { refusal, askAgain } = useRefusal(
    'address' in identity
      ? {
          operation: 'createAnnouncement',
          variables: { oclId, headline: '-', body: '-' },
          wallet: identity.address,
        }
      : null,
  );
  const create = useApiMutation(CreateAnnouncementDocument);
  const publishing = useAction(async () => {
    const attachments = draft.attachments.map(({ did }) => did);
    await create({ oclId, headline: draft.headline.trim(), body: draft.body, attachments });
    onPublished();
    onClose();
    notify('success', 'The announcement is published.');
    router.refresh();
  });

  function publish() {
    const found = {
      ...(draft.headline.trim() === '' && { headline: 'Write a headline.' }),
      ...(draft.body.trim() === '' && { body: 'Write a text.' }),
    };
    setMissing(found);
    if (Object.keys(found).length === 0) void publishing.run();
  }

  return (
    <ActionDialog
      failure={publishing.failure}
      onClose={onClose}
      size="lg"
      title="New announcement"
      description="Everyone can read it, in the activity of the lab and in search. It cannot be changed or deleted."
      action="Publish"
      busy={publishing.isRunning}
      disabled={refusal !== null}
      onAction={publish}
    >
      {refusal && <RefusalNotice refusal={refusal} onAskAgain={askAgain} />}
      <TextField
        label="Headline"
        error={missing.headline}
        value={draft.headline}
        maxLength={300}
        onValue={(headline) => onChange({ headline })}
      />
      <Tabs
        label="Text"
        tabs={[
          {
            value: 'write',
            label: 'Write',
            content: (
              <TextareaField
                label="Text"
                hint="You can use Markdown."
                error={missing.body}
                value={draft.body}
                maxLength={100_000}
                rows={10}
                onValue={(body) => onChange({ body })}
              />
            ),
          },
          {
            value: 'preview',
            label: 'Preview',
            content:
              draft.body.trim() === '' ? (
                <p className="text-sm text-ink2">Nothing to preview yet.</p>
              ) : (
                <div className="prose-lab max-w-prose">
                  <MarkdownOfOthers rules="text">{draft.body}</MarkdownOfOthers>
                </div>
              ),
          },
        ]}
      />
      <AttachFiles
        oclId={oclId}
        attachments={draft.attachments}
        onChange={(attachments) => onChange({ attachments })}
      />
    </ActionDialog>
  );
}
