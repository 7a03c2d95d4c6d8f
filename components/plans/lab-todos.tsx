import type { LabContentFieldsFragment } from '@labroom/client/documents';
import { Circle, CircleCheck } from 'lucide-react';
import { readTodos } from '#lib/labs/lab-content.ts';
import { Section } from '../ui/section.tsx';
import { TodoList } from './todo-list.tsx';

interface LabTodosProps {
  oclId: string;
  content: LabContentFieldsFragment;
  /** Whether the reader can write to-dos. */
  canWrite: boolean;
}

/** The to-dos of the lab, then those of curators, completed ones last. Without any it renders nothing for readers who cannot write. */
export function LabTodos({ oclId, content, canWrite }: LabTodosProps) {
  const { todoItems } = content;
  const curated = readTodos(content.todos);
  const total = todoItems.length + curated.length;
  if (total === 0 && !canWrite) return null;
  const done =
    todoItems.filter(({ completedAt }) => completedAt).length +
    curated.filter(({ completed }) => completed).length;
  return (
    <Section
      title="To do"
      action={total > 0 && <span className="tabular text-ink2">{`${done} of ${total} done`}</span>}
    >
      <TodoList oclId={oclId} todos={todoItems} canWrite={canWrite} />
      {curated.length > 0 && (
        <>
          {(todoItems.length > 0 || canWrite) && <h3 className="text-sm text-ink2">Asked by curators</h3>}
          <ul className="flex flex-col gap-2 text-sm">
            {curated
              .toSorted((one, other) => Number(one.completed) - Number(other.completed))
              .map(({ todo, completed }) => {
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
        </>
      )}
    </Section>
  );
}
