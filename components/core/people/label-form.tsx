'use client';
import { type FormEvent, useState } from 'react';
import { useAction } from '#lib/actions/use-action.ts';
import { setLabel } from '#lib/people/labels.ts';
import { useBrowserNames } from '#lib/people/names.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';

const maxLength = 64;

/** The reader's own name for an address. It never leaves this browser. */
export function LabelForm({ address, onDone }: { address: string; onDone: () => void }) {
  const label = useBrowserNames().labels.get(address) ?? '';
  const [text, setText] = useState(label);
  const { isRunning, failure, run } = useAction(async () => {
    await setLabel(address, text.trim());
    onDone();
  });
  function save(event: FormEvent) {
    event.preventDefault();
    // The form of a page around the card must not be sent.
    event.stopPropagation();
    void run();
  }
  return (
    <form onSubmit={save} className="flex flex-col gap-2 border-t border-line pt-4">
      <Field label="My label" hint="Shown to you instead of the name. Kept in this browser only.">
        {(control) => (
          <div className="flex gap-2">
            <Input
              {...control}
              value={text}
              maxLength={maxLength}
              dir="auto"
              autoComplete="off"
              onChange={(event) => setText(event.target.value)}
            />
            <Button type="submit" busy={isRunning} disabled={text.trim() === label}>
              Save
            </Button>
          </div>
        )}
      </Field>
      <FailureNotice failure={failure} />
    </form>
  );
}
