'use client';
import { part } from '../ui/part.tsx';

const controls = () => import('./todo-controls.tsx');

/** Completes and reopens a to-do. */
export const TodoCheck = part(async () => (await controls()).TodoCheck, {
  loading: <span className="size-6 shrink-0 touch:size-10" />,
  failure: 'message',
});

/** The other actions on a to-do. */
export const TodoMenu = part(async () => (await controls()).TodoMenu, {
  loading: <span className="size-6 shrink-0 touch:size-10" />,
  failure: 'message',
});

/** Opens the form of a new to-do. */
export const NewTodo = part(async () => (await controls()).NewTodo, {
  loading: <span className="h-8" />,
  failure: 'message',
});

/** Opens the form of what the lab says about its readiness. */
export const EditReadiness = part(async () => (await import('./edit-readiness.tsx')).EditReadiness);
