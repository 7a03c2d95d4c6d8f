'use client';
import type { ComponentProps } from 'react';
import { visibleName } from '#lib/names/visible-name.ts';
import { MAX_FILE_BYTES } from '#lib/upload/upload-item.ts';
import { useDataRoom } from '../../core/data-room/data-room-context.tsx';
import type { DroppedFile } from '../../core/drop/dropped-files.ts';
import { RefusalNotice } from '../../core/foresight/refusal-notice.tsx';
import { Notice } from '../../ui/notice.tsx';

interface ObstaclesProps {
  /** Whether the wallet may not upload here. */
  isOutsider: boolean;
  refusal: ComponentProps<typeof RefusalNotice>['refusal'] | null;
  onAskAgain: ComponentProps<typeof RefusalNotice>['onAskAgain'];
  files: readonly DroppedFile[];
}

/** Why a drop, or a part of it, cannot be uploaded. */
export function Obstacles({ isOutsider, refusal, onAskAgain, files }: ObstaclesProps) {
  const { me } = useDataRoom();
  const tooLarge = files.filter(({ file }) => file.size > MAX_FILE_BYTES).map(({ path }) => path);
  return (
    <>
      {isOutsider && (
        <Notice kind="warning">
          {me.role === 'VIEWER' ? 'You are a viewer of this lab.' : 'Your wallet has no role in this lab.'}{' '}
          Only contributors and owners can upload. An owner can make you a contributor.
        </Notice>
      )}
      {refusal && <RefusalNotice refusal={refusal} onAskAgain={onAskAgain} />}
      {tooLarge.length > 0 && (
        <Notice kind="warning">
          {tooLarge.length === 1 ? `${visibleName(tooLarge[0] ?? '')} is` : `${tooLarge.length} files are`}{' '}
          larger than 5 GB and will be skipped. Programs can upload larger files through the API.
        </Notice>
      )}
    </>
  );
}
