'use client';
import { useEffect, useState } from 'react';
import { newDraft } from '#lib/tokenize/draft.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/labelled-fields.tsx';
import { notify } from '../ui/message.ts';
import { ImportedDraft } from './imported-draft.tsx';
import type { SupplyProps } from './supply-props.ts';
import { SupplyReview, useSupplyActions } from './supply-review.tsx';

/** Ends issuance permanently. The user confirms by typing. */
export function CapToken(props: SupplyProps & { onClose: () => void }) {
  const { token, onChanged, onClose } = props;
  const actions = useSupplyActions(props, 'cap');
  const [typed, setTyped] = useState('');
  const { draft, change } = actions;
  const sentence = `cap ${token.symbol}`;

  // Capping has no parameters, so the draft is created at once.
  useEffect(() => {
    if (draft === null) change(newDraft({ kind: 'cap' }));
  }, [draft, change]);

  function close() {
    change(null);
    onClose();
  }

  function finish() {
    notify('success', 'Issuance has ended permanently.');
    onChanged();
    close();
  }

  return (
    <section aria-label="End issuance" className="flex flex-col gap-4 rounded border border-bad bg-sheet p-4">
      <h3 className="text-base">End issuance permanently</h3>
      <ImportedDraft subject="cap" draft={draft} onAccept={change} />
      <SupplyReview
        actions={actions}
        label="End issuance permanently"
        danger
        isConfirmed={typed.trim() === sentence}
        onDone={finish}
        back={<Button onClick={close}>Keep issuance open</Button>}
      >
        <div className="w-full">
          <TextField
            label={`Type “${sentence}” to confirm`}
            value={typed}
            autoComplete="off"
            spellCheck={false}
            onValue={setTyped}
          />
        </div>
      </SupplyReview>
    </section>
  );
}
