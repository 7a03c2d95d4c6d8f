import type { HidingFieldsFragment } from '@labroom/client/documents';
import { Notice } from '../../ui/notice.tsx';
import { Time } from '../../ui/time.tsx';

interface HiddenNoticeProps {
  hiding: HidingFieldsFragment;
  /** Begins the sentence, e.g. "This lab". */
  what: string;
}

/** Tells members of a lab that the operator hides something, since when and why. Others do not get the reason. */
export function HiddenNotice({ hiding, what }: HiddenNoticeProps) {
  return (
    <Notice kind="warning">
      <p>
        {what} is hidden by the operator of this site since <Time value={hiding.at} style="date" />: lists,
        search and feeds do not have it. Nothing is deleted, and links work. Only members of the lab see this.
      </p>
      <p className="mt-1 break-words">
        Reason: <bdi>{hiding.reason}</bdi>
      </p>
    </Notice>
  );
}
