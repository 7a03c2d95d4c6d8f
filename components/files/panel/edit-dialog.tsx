'use client';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { notify } from '#components/ui/toast.ts';
import { useApiMutation } from '#lib/api/use-api-mutation.ts';
import { useAction } from '#lib/use-action.ts';
import { visibleName } from '#lib/visible-name.ts';
import { UpdateFileMetadataDocument } from '#packages/client/documents.generated.ts';
import type { FileDetail } from '#packages/client/download/download-api.ts';
import { useDataRoom } from '../data-room-context.tsx';
import { SignInPrompt } from '../sign-in-prompt.tsx';
import { type FileMetadata, MetadataFields } from '../upload/metadata-fields.tsx';

interface EditDialogProps {
  file: FileDetail;
  onClose: () => void;
  onSaved: () => void;
}

/** Edits the metadata of a file. Content and access conditions stay the same. */
export function EditDialog({ file, onClose, onSaved }: EditDialogProps) {
  const { lab, me } = useDataRoom();
  const [metadata, setMetadata] = useState<FileMetadata>({
    description: file.description ?? '',
    tags: file.tags,
    categories: file.categories,
    contentText: file.contentText ?? '',
  });
  const encrypted = file.accessLevel !== 'PUBLIC';
  const update = useApiMutation(UpdateFileMetadataDocument);
  const { isRunning, failure, run } = useAction(async () => {
    await update({
      oclId: lab.oclId,
      ref: file.did,
      accessLevel: file.accessLevel,
      tags: metadata.tags,
      categories: metadata.categories,
      description: metadata.description || null,
      contentText: metadata.contentText || null,
    });
    notify('success', 'Saved.');
    onSaved();
  });

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      title={`Edit ${visibleName(file.name)}`}
      description={encrypted ? 'Everyone can read this text, although the content is encrypted.' : undefined}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={isRunning}
            disabled={me.identity.kind !== 'signed-in'}
            onClick={() => run()}
          >
            Save
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <SignInPrompt purpose="to save" />
        <MetadataFields value={metadata} onChange={setMetadata} withContentText encrypted={encrypted} />
        {failure && (
          <ErrorState title="The changes were not saved." requestId={failure.requestId}>
            {failure.title}
          </ErrorState>
        )}
      </div>
    </Dialog>
  );
}
