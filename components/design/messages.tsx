import { buttonClass } from '../ui/button.tsx';
import { Definition, DefinitionList } from '../ui/definition-list.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Notice } from '../ui/notice.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Steps } from '../ui/steps.tsx';

export function Messages() {
  return (
    <div className="flex flex-col gap-8">
      <Notice>A role can be changed by the owner of the lab.</Notice>
      <Notice kind="success">The file is stored.</Notice>
      <Notice kind="warning">Versions 1 and 2 stay public.</Notice>
      <ErrorState title="The labs could not be loaded." requestId="5baec994-110f-4c6d-b37f-89ca63b635de">
        <p>The service does not respond. Try again.</p>
      </ErrorState>
      <EmptyState
        title="No files yet."
        action={<span className={buttonClass('primary', 'sm')}>Upload the first file</span>}
      >
        Files and folders can be dropped anywhere on the page.
      </EmptyState>
      <Steps
        label="Example steps"
        steps={[
          { title: 'Sent', state: 'done' },
          { title: 'Mined', state: 'active', detail: 'Waiting for the next block.' },
          { title: 'In effect', state: 'waiting' },
        ]}
      />
      <div className="flex max-w-md flex-col gap-4">
        <ProgressBar label="Upload" value={0.6} />
        <Skeleton className="h-8" />
      </div>
      <DefinitionList>
        <Definition term="Owner">The holder of the lab</Definition>
      </DefinitionList>
    </div>
  );
}
