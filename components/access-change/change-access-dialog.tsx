'use client';
import { type ReactNode, useId, useState } from 'react';
import { Name } from '#components/ui/name.tsx';
import { filesOf } from '#lib/data-room/list-folder.ts';
import { nameOf } from '#lib/data-room/moves.ts';
import type { RoomFile } from '#lib/download/room-files.ts';
import { AccessChoice } from '../core/access/access-choice.tsx';
import { HolderMinimum } from '../core/access/holder-minimum.tsx';
import { SecrecyNote } from '../core/access/secrecy-note.tsx';
import { useAccess } from '../core/access/use-access.ts';
import { useTrial } from '../core/access/use-trial.ts';
import { WhoOpens } from '../core/access/who-opens.tsx';
import { isUnfinished, startJob } from '../core/access-change/lab-job.ts';
import { useDataRoom } from '../core/data-room/data-room-context.tsx';
import { focusEntryList } from '../core/data-room/entry-list-id.ts';
import { PublishQuestion } from '../core/disclosure/publish-question.tsx';
import { useDisclosures } from '../core/disclosure/use-disclosures.ts';
import { usePublishQuestion } from '../core/disclosure/use-publish-question.ts';
import { ActionDialog } from '../ui/action-dialog.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Notice } from '../ui/notice.tsx';
import { FormerReaders } from './former-readers.tsx';
import { toLookInto } from './open-newest.ts';
import { OpenedBy } from './opened-by.tsx';

interface ChangeAccessDialogProps {
  /** Paths of files, and of folders with a `/` at the end. */
  keys: readonly string[];
  onClose: () => void;
}

/** Chooses who can open files that are in the data room already. Their content is encrypted anew in this browser. */
export function ChangeAccessDialog({ keys, onClose }: ChangeAccessDialogProps) {
  const { files: all, lab, me } = useDataRoom();
  const [files] = useState(() => filesOf(all, new Set(keys)));
  const access = useAccess(commonLevel(files));
  const { level, settings } = access;
  const conditions = settings && settings.level !== 'PUBLIC' ? settings.conditions : null;
  const wallet = me.identity.kind === 'signed-in' ? me.identity.address : null;
  const [typed, setTyped] = useState<readonly string[]>([]);
  const others = [...me.members.map(({ walletAddress }) => walletAddress), ...typed];
  const trial = useTrial(conditions, wallet, others);
  const obstacleId = useId();
  const [withEarlier, setWithEarlier] = useState<boolean | null>(null);
  const earlier = files.reduce((sum, { version }) => sum + version - 1, 0);
  // A file of which one version stays public is not secret.
  const includesEarlier = earlier > 0 && (withEarlier ?? level !== 'PUBLIC');
  const [publishesComments, setPublishesComments] = useState(false);
  const isBusy = isUnfinished(lab.oclId);
  const [secret] = useState(() => files.filter(({ accessLevel }) => accessLevel !== 'PUBLIC'));
  const looked = useDisclosures(
    secret.map((file) => toLookInto(lab.oclId, file)),
    level === 'PUBLIC' && wallet !== null,
  );
  const question = usePublishQuestion(looked, level === 'PUBLIC' ? secret.map(({ path }) => path) : []);
  const questionId = useId();
  const changed = files.filter(({ path }) => level !== 'PUBLIC' || !question.isForTeam(path));
  const changesAny = changed.some(
    ({ accessLevel }) => level === 'HOLDERS' || accessLevel !== level || includesEarlier,
  );

  function start() {
    if (!settings || !wallet) return;
    startJob({
      kind: 'access',
      oclId: lab.oclId,
      labName: lab.name,
      wallet,
      access: settings,
      withEarlier: includesEarlier,
      ...(level === 'PUBLIC' && { comments: publishesComments ? 'PUBLISH' : 'DELETE' }),
      isOwner: me.offersOnOthers('changeFileVersionAccess'),
      files: changed.map(({ did, path, contentLength }) => ({ did, path, bytes: Number(contentLength) })),
    });
    onClose();
  }

  return (
    <ActionDialog
      onClose={onClose}
      size="lg"
      title={<>Change access of {subjectOf(keys)}</>}
      description={
        keys.length === 1 && files.length === 1
          ? 'Its number, DID and page stay.'
          : `${countOf(files.length)}. Their numbers, DIDs and pages stay.`
      }
      returnFocus={focusEntryList}
      action={level === 'PUBLIC' ? 'Make public' : 'Encrypt'}
      variant={level === 'PUBLIC' ? 'danger' : 'primary'}
      disabled={
        !wallet ||
        !settings ||
        isBusy ||
        !changesAny ||
        question.isOpen ||
        (conditions !== null && trial.obstacle !== null)
      }
      describedBy={question.isOpen ? questionId : conditions && trial.obstacle ? obstacleId : undefined}
      onAction={start}
    >
      {isBusy && (
        <Notice kind="warning">Another change of access is not finished. Resume or discard it first.</Notice>
      )}
      <AccessChoice
        value={level}
        onChange={access.choose}
        members={me.members}
        tokenSymbol={access.token?.symbol}
      />
      <PublishQuestion id={questionId} question={question} total={secret.length} otherwise="Leave as it is" />
      {level === 'HOLDERS' && <HolderMinimum access={access} />}
      {earlier > 0 && (
        <Checkbox
          label={earlier === 1 ? 'The earlier version, too' : `The ${earlier} earlier versions, too`}
          hint={
            level === 'PUBLIC'
              ? 'Otherwise only the newest version becomes public. Earlier ones are not looked into.'
              : `Otherwise ${earlier === 1 ? 'it stays' : 'they stay'} open to those who can open ${earlier === 1 ? 'it' : 'them'} now.`
          }
          checked={includesEarlier}
          onChange={(event) => setWithEarlier(event.target.checked)}
        />
      )}
      {level === 'PUBLIC' && files.some(({ accessLevel }) => accessLevel !== 'PUBLIC') && (
        <Checkbox
          label="Publish encrypted comments, too"
          hint="They were written for those who can open the file. Otherwise they are deleted."
          checked={publishesComments}
          onChange={(event) => setPublishesComments(event.target.checked)}
        />
      )}
      <Consequences files={files} level={level} includesEarlier={includesEarlier} />
      {me.role != null && me.offers('keyReleases') && level !== 'PUBLIC' && <OpenedBy files={files} />}
      {me.role != null && !me.offersOnOthers('changeFileVersionAccess') && (
        <Notice>
          You change the versions that you added yourself. Those of others stay as they are; an owner can
          change them.
        </Notice>
      )}
      {conditions && wallet && (
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
      {level !== 'PUBLIC' && files.some(({ accessLevel }) => accessLevel === 'PUBLIC') && <SecrecyNote />}
    </ActionDialog>
  );
}

interface ConsequencesProps {
  files: readonly RoomFile[];
  level: string;
  includesEarlier: boolean;
}

/** What a change cannot take back, and what it leaves as it is. */
function Consequences({ files, level, includesEarlier }: ConsequencesProps) {
  const [only] = files;
  const isOne = files.length === 1;
  if (level === 'PUBLIC') {
    const secret = files.filter(({ accessLevel }) => accessLevel !== 'PUBLIC').length;
    if (secret === 0) return null;
    return (
      <Notice kind="warning">
        <strong className="font-medium">
          {isOne ? 'This file is encrypted.' : `${secret} of ${files.length} files are encrypted.`}
        </strong>{' '}
        Anyone can download {isOne || secret === 1 ? 'it' : 'them'} then, and you cannot take the copies back.
      </Notice>
    );
  }
  const open = files.filter(
    ({ accessLevel, publicVersions }) => accessLevel === 'PUBLIC' || publicVersions?.length,
  );
  return (
    <>
      {open.length > 0 && (
        <Notice kind="warning">
          <p>
            <strong className="font-medium">Was public: who has it keeps it.</strong>{' '}
            {isOne ? 'This file is' : `${open.length} of ${files.length} files are`} open to everyone now. The
            links to the content stop; copies that others made do not. Searchable text is removed.
          </p>
        </Notice>
      )}
      {isOne && only && <FormerReaders path={only.path} includesEarlier={includesEarlier} />}
    </>
  );
}

function commonLevel(files: readonly RoomFile[]): string | undefined {
  const levels = new Set(files.map(({ accessLevel }) => accessLevel));
  return levels.size === 1 ? [...levels][0] : undefined;
}

const countOf = (count: number) => (count === 1 ? '1 file' : `${count} files`);

function subjectOf(keys: readonly string[]): ReactNode {
  const [only] = keys;
  return keys.length === 1 && only ? <Name>{nameOf(only)}</Name> : `${keys.length} entries`;
}
