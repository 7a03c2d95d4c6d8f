'use client';
import type { LabTodoFieldsFragment } from '@labroom/client/documents';
import { ArrowDown, ArrowUp, Ellipsis, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ApiProvider, withApi } from '#lib/session/api-provider.tsx';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Menu, MenuItem } from '../ui/menu.tsx';
import { TodoDialog } from './todo-dialog.tsx';
import { useTodoActions } from './use-todo-actions.ts';

export interface TodoControlProps {
  oclId: string;
  todo: LabTodoFieldsFragment;
  /** Places of the open to-dos before and after this one; `null` where there is none. */
  up: number | null;
  down: number | null;
}

export const TodoCheck = withApi(Check);

function Check({ oclId, todo }: TodoControlProps) {
  const { change, isRunning } = useTodoActions(oclId);
  const isDone = !!todo.completedAt;
  return (
    <span className="grid size-6 shrink-0 place-items-center touch:size-10">
      <Checkbox
        aria-label={`Done: ${todo.text}`}
        // Not disabled while it runs, so that it keeps the focus.
        checked={isDone !== isRunning}
        onChange={() => !isRunning && void change(todo.id, { completed: !isDone })}
      />
    </span>
  );
}

export const TodoMenu = withApi(Actions);

function Actions({ oclId, todo, up, down }: TodoControlProps) {
  const [isOpen, setOpen] = useState(false);
  const { change, remove, isRunning } = useTodoActions(oclId);
  return (
    <>
      <Menu
        trigger={
          <button
            type="button"
            aria-label={`Actions for ${todo.text}`}
            disabled={isRunning}
            className="grid size-6 shrink-0 place-items-center rounded text-ink2 hover:bg-wash touch:size-10"
          >
            <Ellipsis aria-hidden className="size-4" />
          </button>
        }
      >
        <MenuItem icon={<Pencil aria-hidden />} onSelect={() => setOpen(true)}>
          Edit…
        </MenuItem>
        {up !== null && (
          <MenuItem icon={<ArrowUp aria-hidden />} onSelect={() => void change(todo.id, { position: up })}>
            Move up
          </MenuItem>
        )}
        {down !== null && (
          <MenuItem
            icon={<ArrowDown aria-hidden />}
            onSelect={() => void change(todo.id, { position: down })}
          >
            Move down
          </MenuItem>
        )}
        <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={() => void remove(todo)}>
          Delete
        </MenuItem>
      </Menu>
      {isOpen && <TodoDialog oclId={oclId} todo={todo} onClose={() => setOpen(false)} />}
    </>
  );
}

export function NewTodo({ oclId }: { oclId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <ApiProvider>
      <Button size="sm" className="self-start" onClick={() => setOpen(true)}>
        <Plus aria-hidden className="size-4" /> New to-do…
      </Button>
      {isOpen && <TodoDialog oclId={oclId} todo={null} onClose={() => setOpen(false)} />}
    </ApiProvider>
  );
}
