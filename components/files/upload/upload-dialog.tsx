'use client';
import { useId, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { formatBytes } from '#components/ui/byte-size.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { MAX_FILE_BYTES, type UploadSettings } from '#lib/upload/upload-item.ts';
import { visibleName } from '#lib/visible-name.ts';
import type { FileDetail } from '#packages/client/download/download-api.ts';
import { AccessChoice } from '../access/access-choice.tsx';
import { becomesPublic, changeOfAccess } from '../access/change-of-access.ts';
import { HolderMinimum } from '../access/holder-minimum.tsx';
import { SecrecyNote } from '../access/secrecy-note.tsx';
import { useAccess } from '../access/use-access.ts';
import { useTrial } from '../access/use-trial.ts';
import { WhoOpens } from '../access/who-opens.tsx';
import { useDataRoom } from '../data-room-context.tsx';
import { SignInPrompt } from '../sign-in-prompt.tsx';
import { BecomesSecret, type FormerMetadata, hasMetadata } from './becomes-secret.tsx';
import type { DroppedFile } from './dropped-files.ts';
import { uploadsOf } from './lab-uploads.ts';
import { emptyMetadata, MetadataFields } from './metadata-fields.tsx';

interface UploadDialogProps {
  dropped: readonly DroppedFile[];
  /** The file that gets a new version, if the user chose one. */
  newVersionOf?: FileDetail | undefined;
  onClose: () => void;
}

/** Sets access and metadata before the upload starts. */
export function UploadDialog({ dropped, newVersionOf, onClose }: UploadDialogProps) {
  const { lab, location, me } = useDataRoom();
  const access = useAccess(newVersionOf?.accessLevel);
  const [fields, setFields] = useState(emptyMetadata);
  const fitting = dropped.filter(({ file }) => file.size <= MAX_FILE_BYTES);
  const wallet = me.identity.kind === 'signed-in' ? me.identity.address : null;
  const isOutsider = me.role === null || me.role === 'VIEWER';
  const encrypted = access.level !== 'PUBLIC';
  const change = newVersionOf ? changeOfAccess(newVersionOf.accessLevel, access.level) : null;
  const formerlyPublic = change === 'becomesSecret' ? newVersionOf : undefined;
  const [chosenMetadata, setMetadata] = useState<FormerMetadata | null>(null);
  const metadata = formerlyPublic && hasMetadata(formerlyPublic) ? chosenMetadata : 'keep';
  const { settings: decided } = access;
  const conditions = decided && decided.level !== 'PUBLIC' ? decided.conditions : null;
  const [typed, setTyped] = useState<readonly string[]>([]);
  const others = [...me.members.map(({ walletAddress }) => walletAddress), ...typed];
  const trial = useTrial(conditions, isOutsider ? null : wallet, others);
  const obstacleId = useId();

  function start() {
    if (!wallet || !decided) return;
    const { queue } = uploadsOf(lab.oclId);
    const settings: UploadSettings = {
      oclId: lab.oclId,
      changeBy: wallet,
      access: decided,
      ...fields,
      replacesMetadata: metadata === 'replace',
    };
    const [first] = dropped;
    if (newVersionOf && first) queue.addVersion(first.file, newVersionOf, settings);
    else queue.add(dropped, location.folder === '' ? [] : location.folder.split('/'), settings);
    onClose();
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      title={
        newVersionOf ? `New version of ${visibleName(newVersionOf.path)}` : `Upload ${summaryOf(dropped)}`
      }
      description={
        newVersionOf
          ? summaryOf(dropped)
          : `Into ${location.folder === '' ? 'the top folder' : location.folder} of ${lab.name}`
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={
              !wallet ||
              isOutsider ||
              fitting.length === 0 ||
              !decided ||
              metadata === null ||
              (encrypted && trial.obstacle !== null)
            }
            aria-describedby={encrypted && trial.obstacle ? obstacleId : undefined}
            onClick={start}
          >
            {encrypted ? 'Encrypt and upload' : 'Upload for everyone'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <SignInPrompt purpose="to upload" />
        {isOutsider && (
          <Notice kind="warning">
            {me.role === 'VIEWER' ? 'You are a viewer of this lab.' : 'Your wallet has no role in this lab.'}{' '}
            Only contributors and owners can upload. An owner can make you a contributor.
          </Notice>
        )}
        {fitting.length < dropped.length && (
          <Notice kind="warning">
            {tooLarge(dropped)} larger than 100 MB and will be skipped. Programs can upload larger files
            through the API.
          </Notice>
        )}
        <AccessChoice
          value={access.level}
          onChange={access.choose}
          labName={lab.name}
          members={me.members}
          tokenSymbol={access.token?.symbol}
        />
        {change === 'becomesPublic' && <Notice kind="warning">{becomesPublic}</Notice>}
        {formerlyPublic && (
          <BecomesSecret file={formerlyPublic} value={chosenMetadata} onChange={setMetadata} />
        )}
        {access.level === 'HOLDERS' && <HolderMinimum access={access} />}
        {conditions && wallet && !isOutsider && (
          <WhoOpens
            trial={trial}
            uploader={wallet}
            members={me.members}
            isIncomplete={me.role === undefined}
            typed={typed}
            onType={(address) => setTyped((now) => [...new Set([...now, address])])}
            obstacleId={obstacleId}
          />
        )}
        {encrypted && <SecrecyNote />}
        <MetadataFields
          value={fields}
          onChange={setFields}
          withContentText={dropped.length === 1}
          encrypted={encrypted}
        />
      </div>
    </Dialog>
  );
}

function summaryOf(dropped: readonly DroppedFile[]): string {
  const size = formatBytes(dropped.reduce((sum, { file }) => sum + file.size, 0));
  const [only] = dropped;
  return dropped.length === 1 && only ? `${only.file.name} (${size})` : `${dropped.length} files (${size})`;
}

function tooLarge(dropped: readonly DroppedFile[]): string {
  const names = dropped.filter(({ file }) => file.size > MAX_FILE_BYTES).map(({ path }) => path);
  return names.length === 1 ? `${names[0]} is` : `${names.length} files are`;
}
