import { Circle, CircleCheck } from 'lucide-react';
import type { Todo } from '#lib/labs/lab-content.ts';
import { Section } from '../ui/section.tsx';

/** The curators' to-do list of the lab, completed items last. Renders nothing without items. */
export function LabTodos({ todos }: { todos: readonly Todo[] }) {
  if (todos.length === 0) return null;
  const done = todos.filter(({ completed }) => completed);
  const open = todos.filter(({ completed }) => !completed);
  return (
    <Section
      title="To do"
      action={<span className="tabular text-ink2">{`${done.length} of ${todos.length} done`}</span>}
    >
      <ul className="flex flex-col gap-2 text-sm">
        {[...open, ...done].map(({ todo, completed }) => {
          const Icon = completed ? CircleCheck : Circle;
          return (
            <li key={todo} className="flex gap-2">
              <Icon
                aria-hidden
                className={`mt-0.5 size-4 shrink-0 ${completed ? 'text-good' : 'text-ink2'}`}
              />
              <span className={completed ? 'text-ink2' : undefined}>
                <span className="sr-only">{completed ? 'Done: ' : 'Open: '}</span>
                {todo}
              </span>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
