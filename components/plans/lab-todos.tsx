import type { LabContentFieldsFragment } from '@labroom/client/documents';
import type { LabOperation } from '@labroom/protocol/lab-rights';
import { Circle, CircleCheck } from 'lucide-react';
import { readTodos } from '#lib/labs/lab-content.ts';
import { Section } from '../ui/section.tsx';
import { TodoList } from './todo-list.tsx';

interface LabTodosProps {
  oclId: string;
  content: LabContentFieldsFragment;
  /** Whether to offer an operation to the reader. */
  offers(operation: LabOperation): boolean;
}

/** The to-dos of the lab, then those of curators, completed ones last. Without any it renders nothing for readers who may not add one. */
export function LabTodos({ oclId, content, offers }: LabTodosProps) {
  const { todoItems } = content;
  const curated = readTodos(content.todos);
  const total = todoItems.length + curated.length;
  if (total === 0 && !offers('addLabTodo')) return null;
  const done =
    todoItems.filter(({ completedAt }) => completedAt).length +
    curated.filter(({ completed }) => completed).length;
  return (
    <Section
      title="To do"
      action={total > 0 && <span className="tabular text-ink2">{`${done} of ${total} done`}</span>}
    >
      <TodoList oclId={oclId} todos={todoItems} offers={offers} />
      {curated.length > 0 && (
        <>
          {(todoItems.length > 0 || offers('addLabTodo')) && (
            <h3 className="text-sm text-ink2">Asked by curators</h3>
          )}
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
