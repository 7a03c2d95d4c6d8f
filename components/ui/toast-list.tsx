'use client';
import { useEffect, useRef } from 'react';
import { toast as show, Toaster } from 'sonner';
import type { Toast } from './toast.ts';

const ACTION_MS = 10_000;

const actionClass =
  'pointer-events-auto! h-8! rounded! border! border-solid! border-edge! bg-transparent! px-3! text-sm! font-semibold! text-ink! hover:border-ink! touch:h-10!';

/** Shows each toast of a growing list once. */
export function ToastList({ toasts }: { toasts: Toast[] }) {
  const shown = useRef(0);
  useEffect(() => {
    for (const { kind, message, description, action } of toasts.slice(shown.current)) {
      show[kind](message, {
        ...(description && { description }),
        ...(action && { action: { label: action.label, onClick: action.run }, duration: ACTION_MS }),
      });
    }
    shown.current = toasts.length;
  }, [toasts]);

  return (
    <Toaster
      // The bottom of the page has the uploads and the buttons that users have just pressed.
      position="top-center"
      // What a toast covers can be clicked through it. Only its button takes the pointer, and keeps it open.
      className="pointer-events-none!"
      toastOptions={{
        style: {
          background: 'var(--sheet)',
          color: 'var(--ink)',
          border: '1px solid var(--edge)',
          boxShadow: 'none',
          borderRadius: '3px',
        },
        classNames: {
          toast: 'pointer-events-none! font-sans!',
          description: 'text-ink2!',
          actionButton: actionClass,
        },
      }}
    />
  );
}
