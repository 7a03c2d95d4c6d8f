'use client';
import { late } from '../ui/late.tsx';

const controls = () => import('./todo-controls.tsx');

/** Completes and reopens a to-do. */
export const TodoCheck = late(async () => (await controls()).TodoCheck, {
  loading: <span className="size-6 shrink-0 touch:size-10" />,
});

/** The other actions on a to-do. */
export const TodoMenu = late(async () => (await controls()).TodoMenu, {
  loading: <span className="size-6 shrink-0 touch:size-10" />,
});

/** Opens the form of a new to-do. */
export const NewTodo = late(async () => (await controls()).NewTodo, { loading: <span className="h-8" /> });

/** Opens the form of what the lab says about its readiness. */
export const EditReadiness = late(async () => (await import('./edit-readiness.tsx')).EditReadiness);
