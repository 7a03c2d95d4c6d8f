import { EmptyState } from '#components/ui/empty-state.tsx';

/** Says which program opens a file that has no preview. */
export function NoPreview({ opensWith, about }: { opensWith: string; about?: string }) {
  return (
    <EmptyState title="This kind of file has no preview.">
      {about && `${about} `}Download it to open it with {opensWith}.
    </EmptyState>
  );
}
