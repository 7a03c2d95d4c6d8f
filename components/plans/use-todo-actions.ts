'use client';
import {
  AddLabTodoDocument,
  DeleteLabTodoDocument,
  type LabTodoFieldsFragment,
  type LabTodoInput,
  UpdateLabTodoDocument,
} from '@labroom/client/documents';
import { useRouter } from 'next/navigation';
import { useTransition } from 'react';
import { useRun } from '#lib/actions/use-run.ts';
import { useApiMutation } from '#lib/api/use-api-mutation.ts';
import { explainFailure } from '#lib/wallet/explain-failure.ts';
import { notify } from '../ui/message.ts';

/** Changes of to-dos that need no form. The page is read again after each; a failure is a message. */
export function useTodoActions(oclId: string) {
  const router = useRouter();
  const [isRefreshing, startRefresh] = useTransition();
  const update = useApiMutation(UpdateLabTodoDocument);
  const add = useApiMutation(AddLabTodoDocument);
  const deleteTodo = useApiMutation(DeleteLabTodoDocument);
  const { isRunning, run } = useRun(async (action: () => Promise<unknown>) => {
    try {
      await action();
    } catch (error) {
      const { title, advice, requestId } = explainFailure(error);
      notify('error', title, advice ?? (requestId && `Request ${requestId}`));
    }
    startRefresh(router.refresh);
  });
  return {
    /** Until the page shows the change. */
    isRunning: isRunning || isRefreshing,
    change: (id: string, input: LabTodoInput) => run(() => update({ oclId, id, input })),
    remove: ({ id, text, assignee, dueOn }: LabTodoFieldsFragment) =>
      run(async () => {
        await deleteTodo({ oclId, id });
        const undo = () => void run(() => add({ oclId, input: { text, assignee, dueOn } }));
        notify('success', 'To-do deleted.', undefined, { label: 'Undo', run: undo });
      }),
  };
}
