'use client';
import { fileCrypto } from '@labroom/client/crypto/crypto-api';
import { UpdateFileMetadataDocument } from '@labroom/client/documents';
import { type FileDetail, versionOf } from '@labroom/client/download/download-api';
import { openFile } from '@labroom/client/download/open-file';
import { useState } from 'react';
import { useAction } from '#lib/actions/use-action.ts';
import { useApiMutation } from '#lib/api/use-api-mutation.ts';
import { downloadApi } from '#lib/download/browser-download-api.ts';
import { visibleName } from '#lib/names/visible-name.ts';
import { extractText } from '#lib/upload/extract-text.ts';
import { useDataRoom } from '../../core/data-room/data-room-context.tsx';
import { SignInPrompt } from '../../core/wallet/sign-in-prompt.tsx';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { TextareaField } from '../../ui/labelled-fields.tsx';
import { notify } from '../../ui/message.ts';
import { type FileMetadata, MetadataFields } from './metadata-fields.tsx';

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
  });
  const [contentText, setContentText] = useState(file.contentText ?? '');
  const encrypted = file.accessLevel !== 'PUBLIC';
  const reading = useAction(async () => {
    const { signal } = new AbortController();
    const newest = versionOf(file, file.version);
    if (!newest) return;
    const { body } = await openFile({ api: downloadApi, crypto: fileCrypto }, lab.oclId, newest, { signal });
    const opened = new File([body], file.name, { type: newest.contentType });
    const text = await extractText(opened, signal, file.savedView?.encoding);
    if (text === null) notify('info', 'No text can be read from this file.');
    else setContentText(text);
  });
  const update = useApiMutation(UpdateFileMetadataDocument);
  const { isRunning, failure, run } = useAction(async () => {
    await update({
      oclId: lab.oclId,
      ref: file.did,
      accessLevel: file.accessLevel,
      tags: metadata.tags,
      categories: metadata.categories,
      description: metadata.description || null,
      contentText: contentText || null,
    });
    notify('success', 'Saved.');
    onSaved();
  });

  return (
    <ActionDialog
      failure={failure}
      failed="The changes were not saved."
      onClose={onClose}
      size="lg"
      title={`Edit ${visibleName(file.name)}`}
      description={encrypted ? 'Everyone can read this text, although the content is encrypted.' : undefined}
      action="Save"
      busy={isRunning}
      disabled={me.identity.kind !== 'signed-in'}
      onAction={() => run()}
    >
      <SignInPrompt purpose="to save" />
      <MetadataFields value={metadata} onChange={setMetadata} />
      <TextareaField
        label="Searchable text"
        hint={
          encrypted
            ? 'Search finds the file by this text. It is not encrypted: everyone can read it.'
            : 'Search finds the file by this text.'
        }
        rows={4}
        value={contentText}
        onValue={setContentText}
      />
      <Button size="sm" className="self-start" busy={reading.isRunning} onClick={() => reading.run()}>
        Read the text from the file
      </Button>
      <FailureNotice failure={reading.failure} />
    </ActionDialog>
  );
}
