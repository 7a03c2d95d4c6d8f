'use client';
import { type FormEvent, type ReactNode, useId } from 'react';
import type { FailureText } from '#lib/wallet/explain-failure.ts';
import { Button } from './button.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';
import { ErrorState } from './error-state.tsx';
import { FailureNotice } from './failure-notice.tsx';

interface ActionDialogProps extends Omit<DialogProps, 'footer'> {
  /** Label of the button that runs the action. */
  action: ReactNode;
  onAction: () => void;
  variant?: 'primary' | 'danger';
  /** While the action runs. */
  busy?: boolean;
  disabled?: boolean;
  /** Id of the element that says why the button is disabled. */
  describedBy?: string | undefined;
  /** Enter in a field runs the action. */
  isForm?: boolean;
  /** Buttons before Cancel. */
  others?: ReactNode;
  failure?: FailureText | null | undefined;
  /** What did not happen if the action failed, as a sentence. By default the failure is the title. */
  failed?: string;
}

/** A dialog for one action, with Cancel beside it. */
export function ActionDialog({
  action,
  onAction,
  variant = 'primary',
  busy = false,
  disabled,
  describedBy,
  isForm = false,
  others,
  failure,
  failed,
  isLocked = false,
  children,
  ...dialog
}: ActionDialogProps) {
  const form = useId();
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!busy) onAction();
  }
  const content = (
    <>
      {children}
      {failure && failed ? (
        <ErrorState title={failed} requestId={failure.requestId}>
          {failure.title}
        </ErrorState>
      ) : (
        <FailureNotice failure={failure} />
      )}
    </>
  );
  return (
    <Dialog
      {...dialog}
      isLocked={isLocked}
      footer={
        <>
          {others}
          <Button onClick={dialog.onClose} disabled={isLocked}>
            Cancel
          </Button>
          <Button
            {...(isForm ? { type: 'submit', form } : { onClick: onAction })}
            variant={variant}
            busy={busy}
            disabled={disabled}
            aria-describedby={describedBy}
          >
            {action}
          </Button>
        </>
      }
    >
      {isForm ? (
        <form id={form} onSubmit={submit} noValidate className="flex flex-col gap-4">
          {content}
        </form>
      ) : (
        <div className="flex flex-col gap-4">{content}</div>
      )}
    </Dialog>
  );
}
