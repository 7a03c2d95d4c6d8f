import type { ComponentType, RefObject } from 'react';
import type { FileDetail } from '#packages/client/download/download-api.ts';
import type { Anchor } from '#packages/protocol/comment.ts';

/** Parts of the panel that belong to other features. The page gives them. */
export interface PanelParts {
  Discussion: ComponentType<DiscussionProps>;
  PartSelection: ComponentType<PartSelectionProps>;
  EditDialog: ComponentType<EditDialogProps>;
}

interface DiscussionProps {
  file: FileDetail;
  /** The version that is shown. */
  version: number;
  anchor?: Anchor | null;
  onAnchor?: (anchor: Anchor | null) => void;
  onShow?: (anchor: Anchor, version: number | null) => void;
  onCount: (comments: number) => void;
}

interface PartSelectionProps {
  /** Around the preview of the file. */
  container: RefObject<HTMLElement | null>;
  shown: Anchor | null;
  onComment: (anchor: Anchor) => void;
}

interface EditDialogProps {
  file: FileDetail;
  onClose: () => void;
  onSaved: () => void;
}
