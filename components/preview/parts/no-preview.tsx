import { EmptyState } from '#components/ui/empty-state.tsx';

/** Says which program opens a file that has no preview. */
export function NoPreview({ opensWith }: { opensWith: string }) {
  return (
    <EmptyState title="This kind of file has no preview.">
      Download it to open it with {opensWith}.
    </EmptyState>
  );
}
