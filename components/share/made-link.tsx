'use client';
import { focusEntryList } from '../core/data-room/entry-list-id.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';

interface MadeLinkProps {
  href: string;
  /** Whether the browser let it be copied. */
  isCopied: boolean;
  uses: number;
  onClose: () => void;
}

/** A link that was just made. It is shown once: nobody keeps its secret. */
export function MadeLink({ href, isCopied, uses, onClose }: MadeLinkProps) {
  const who =
    uses === 1
      ? 'The first who uses it can open the files'
      : `The first ${uses} who use it can open the files`;
  return (
    <Dialog
      onClose={onClose}
      title={isCopied ? 'The link is copied' : 'The link'}
      description={`${who}. Send it only to those whom you mean. It is not shown again.`}
      returnFocus={focusEntryList}
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <Field label="Link">
        {(control) => (
          <div className="flex items-center gap-2">
            <Input
              {...control}
              readOnly
              value={href}
              className="font-mono text-xs"
              onFocus={(event) => event.target.select()}
            />
            <CopyButton text={href} label="Copy the link" />
          </div>
        )}
      </Field>
    </Dialog>
  );
}
