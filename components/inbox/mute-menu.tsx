'use client';
import {
  MuteDocument,
  type MuteInput,
  type NoticeFieldsFragment,
  UnmuteDocument,
} from '@labroom/client/documents';
import { BellOff } from 'lucide-react';
import { useAction } from '#lib/actions/use-action.ts';
import { useApiMutation } from '#lib/api/use-api-mutation.ts';
import { Button } from '../ui/button.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { Menu, MenuItem } from '../ui/menu.tsx';
import { notify } from '../ui/message.ts';
import { isMutable, noticeKindNames } from './notice-kind-names.ts';

/** Mutes the lab, the person or the kind of a notice. Nobody else learns of it. */
export function MuteMenu({ notice: { oclId, by, kind } }: { notice: NoticeFieldsFragment }) {
  const mute = useApiMutation(MuteDocument);
  const unmute = useApiMutation(UnmuteDocument);
  const muting = useAction(async (input: MuteInput, told: string) => {
    const { id } = (await mute({ input })).mute.mute ?? {};
    const undo = id && { label: 'Undo', run: () => void unmute({ id }) };
    notify('success', told, 'Nobody else learns of it.', undo || undefined);
  });
  if (!isMutable(kind)) return null;
  return (
    <div className="flex shrink-0 flex-col items-end gap-2">
      <Menu
        trigger={
          <Button variant="quiet" size="icon" aria-label="Mute" busy={muting.isRunning}>
            <BellOff aria-hidden className="size-4" />
          </Button>
        }
      >
        {oclId && (
          <MenuItem
            onSelect={() => void muting.run({ lab: oclId }, 'You get no more notices about this lab.')}
          >
            Mute this lab
          </MenuItem>
        )}
        {by && (
          <MenuItem
            onSelect={() => void muting.run({ wallet: by }, 'You get no more notices of this wallet.')}
          >
            Mute this wallet
          </MenuItem>
        )}
        <MenuItem
          onSelect={() => void muting.run({ noticeKind: kind }, 'You get no more notices of this kind.')}
        >
          Mute “{noticeKindNames[kind]}”
        </MenuItem>
      </Menu>
      <FailureNotice failure={muting.failure} />
    </div>
  );
}
