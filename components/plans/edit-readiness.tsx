'use client';
import { type LabReadinessFieldsFragment, SetLabReadinessDocument } from '@labroom/client/documents';
import { Plus, X } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useAction } from '#lib/actions/use-action.ts';
import { useApiMutation } from '#lib/api/use-api-mutation.ts';
import { ApiProvider } from '#lib/session/api-provider.tsx';
import { ActionDialog } from '../ui/action-dialog.tsx';
import { Button } from '../ui/button.tsx';
import { Input } from '../ui/input.tsx';
import { SelectField, TextareaField } from '../ui/labelled-fields.tsx';
import { levelMeanings } from './level-meanings.ts';

const levels = [
  { value: '', name: 'No level' },
  ...levelMeanings.map((meaning, index) => ({ value: String(index + 1), name: `${index + 1}: ${meaning}` })),
];

interface EditReadinessProps {
  oclId: string;
  stated: LabReadinessFieldsFragment | null;
}

/** Lets an owner write what the lab says about its readiness. */
export function EditReadiness({ oclId, stated }: EditReadinessProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <ApiProvider>
      <Button size="sm" onClick={() => setOpen(true)}>
        {stated ? 'Edit readiness…' : 'State readiness…'}
      </Button>
      {isOpen && <ReadinessDialog oclId={oclId} stated={stated} onClose={() => setOpen(false)} />}
    </ApiProvider>
  );
}

/** A row of the form. The score is text, as it is typed. */
interface Row {
  id: number;
  criterion: string;
  score: string;
}

/** Most rows that the API takes. */
const mostScores = 20;
let rowsMade = 0;
const rowOf = (criterion = '', score = ''): Row => ({ id: rowsMade++, criterion, score });

function ReadinessDialog({ oclId, stated, onClose }: EditReadinessProps & { onClose: () => void }) {
  const router = useRouter();
  const [level, setLevel] = useState(String(stated?.level ?? ''));
  const [rationale, setRationale] = useState(stated?.rationale ?? '');
  const [rows, setRows] = useState(() =>
    (stated?.scores ?? []).map(({ criterion, score }) => rowOf(criterion, String(score))),
  );
  const [isChecked, setChecked] = useState(false);
  const set = useApiMutation(SetLabReadinessDocument);
  const saving = useAction(async () => {
    const scores = rows.map(({ criterion, score }) => ({
      criterion: criterion.trim(),
      score: Number(score),
    }));
    await set({ oclId, input: { level: level ? Number(level) : null, rationale, scores } });
    onClose();
    router.refresh();
  });
  const change = (id: number, part: Partial<Row>) =>
    setRows(rows.map((row) => (row.id === id ? { ...row, ...part } : row)));

  function save() {
    setChecked(true);
    if (rows.every((row) => errorOf(row) === null)) void saving.run();
  }

  return (
    <ActionDialog
      failure={saving.failure}
      onClose={onClose}
      size="lg"
      title="Readiness"
      description="Everyone can read it, as the statement of the lab. What curators say stands beside it. The activity names each new level."
      action="Save"
      busy={saving.isRunning}
      isForm
      onAction={save}
    >
      <SelectField label="Technology Readiness Level" options={levels} value={level} onValue={setLevel} />
      <TextareaField
        label="Why this level"
        hint="Name the files or results that show it."
        rows={5}
        dir="auto"
        value={rationale}
        maxLength={10_000}
        onValue={setRationale}
      />
      <fieldset className="flex flex-col gap-2">
        <legend className="pb-1 text-sm font-medium">Scores by criterion, 0 to 10</legend>
        {rows.map((row, index) => {
          const error = isChecked ? errorOf(row) : null;
          return (
            <div key={row.id} className="flex flex-col gap-1">
              <div className="flex gap-2">
                <Input
                  aria-label={`Criterion ${index + 1}`}
                  placeholder="Evidence"
                  dir="auto"
                  value={row.criterion}
                  maxLength={200}
                  onChange={({ target }) => change(row.id, { criterion: target.value })}
                />
                <Input
                  aria-label={`Score ${index + 1}`}
                  className="w-24"
                  inputMode="decimal"
                  value={row.score}
                  maxLength={6}
                  onChange={({ target }) => change(row.id, { score: target.value })}
                />
                <Button
                  variant="quiet"
                  size="icon"
                  className="self-center"
                  aria-label={`Remove criterion ${index + 1}`}
                  onClick={() => setRows(rows.filter(({ id }) => id !== row.id))}
                >
                  <X aria-hidden className="size-4" />
                </Button>
              </div>
              {error && (
                <p role="alert" className="text-sm text-bad">
                  {error}
                </p>
              )}
            </div>
          );
        })}
        {rows.length < mostScores && (
          <Button size="sm" className="self-start" onClick={() => setRows([...rows, rowOf()])}>
            <Plus aria-hidden className="size-4" /> Add a criterion
          </Button>
        )}
      </fieldset>
    </ActionDialog>
  );
}

function errorOf({ criterion, score }: Row): string | null {
  if (criterion.trim() === '') return 'Name the criterion.';
  const value = Number(score);
  return score.trim() !== '' && value >= 0 && value <= 10 ? null : 'Enter a score from 0 to 10.';
}
