import { GuideBody } from './guide-body.tsx';

/** Operations in full, each with an anchor. */
export function OperationList({ operations }: { operations: readonly { name: string; text: string }[] }) {
  return (
    <div className="flex min-w-0 flex-col gap-12">
      {operations.map(({ name, text }) => (
        <article
          key={name}
          id={name}
          aria-label={name}
          className="min-w-0 scroll-mt-4 border-t border-ink pt-2"
        >
          <GuideBody name={name} text={text} />
        </article>
      ))}
    </div>
  );
}
