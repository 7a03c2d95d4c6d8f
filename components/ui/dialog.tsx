'use client';
import { X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { buttonClass } from './button.tsx';
import { classNames } from './class-names.ts';

export interface DialogProps {
  /** A name in it is a `Name`. */
  title: ReactNode;
  /** One sentence under the title, read by screen readers on opening. */
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, with the primary one last. */
  footer?: ReactNode;
  size?: 'md' | 'lg';
  /** Moves the focus on closing, if the element that had it before is gone. */
  returnFocus?: () => void;
  onClose: () => void;
  /** Cannot be closed. */
  isLocked?: boolean;
}

/**
 * Modal dialog, open while it is mounted: traps the focus, closes on Escape and restores the focus. On small screens it
 * opens from the bottom.
 */
export function Dialog({
  title,
  description,
  children,
  footer,
  size = 'md',
  returnFocus,
  onClose,
  isLocked = false,
}: DialogProps) {
  return (
    <Primitive.Root open onOpenChange={(open) => !open && !isLocked && onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay className="dialog-overlay fixed inset-0 z-40 bg-overlay" />
        <Primitive.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          {...(returnFocus && {
            onCloseAutoFocus: (event: Event) => {
              event.preventDefault();
              returnFocus();
            },
          })}
          className={classNames(
            'fixed inset-x-0 bottom-0 z-50 flex max-h-[92dvh] flex-col dialog-panel rounded-t border border-edge bg-sheet',
            'sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:w-[calc(100%-4rem)] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded',
            size === 'lg' ? 'sm:max-w-3xl' : 'sm:max-w-lg',
          )}
        >
          <header className="flex items-start gap-4 px-6 pt-6 pb-4">
            <div className="min-w-0 flex-1">
              <Primitive.Title className="line-clamp-2 text-xl break-words">{title}</Primitive.Title>
              {description && (
                <Primitive.Description className="mt-1 text-sm break-words text-ink2">
                  {description}
                </Primitive.Description>
              )}
            </div>
            <Primitive.Close
              className={classNames(buttonClass('quiet', 'icon'), '-mt-1 -mr-2')}
              aria-label="Close"
            >
              <X aria-hidden className="size-4" />
            </Primitive.Close>
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto px-6 pb-6 empty:pb-2 has-[>:only-child:empty]:pb-2">
            {children}
          </div>
          {footer && (
            <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-6 py-4">
              {footer}
            </footer>
          )}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
