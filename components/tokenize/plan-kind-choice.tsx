import { classNames } from '../ui/class-names.ts';
import type { PlanForm } from './plan-form.ts';

const choices: { kind: PlanForm['kind']; title: string; hint: string }[] = [
  {
    kind: 'tokenize',
    title: 'Create a new token',
    hint: 'An ERC-20 token of the lab that you can issue and cap.',
  },
  {
    kind: 'attach',
    title: 'Attach an existing token',
    hint: 'An existing ERC-20 token. The lab does not control its supply.',
  },
];

/** Chooses between a new token and an existing one. */
export function PlanKindChoice({
  kind,
  onChange,
}: {
  kind: PlanForm['kind'];
  onChange: (kind: PlanForm['kind']) => void;
}) {
  return (
    <fieldset className="grid w-full gap-2 sm:grid-cols-2">
      <legend className="mb-1 text-sm font-medium">Token of the lab</legend>
      {choices.map((choice) => (
        <label
          key={choice.kind}
          className={classNames(
            'flex cursor-pointer items-start gap-3 rounded border p-3',
            choice.kind === kind ? 'border-acc bg-veil' : 'border-edge hover:bg-wash',
          )}
        >
          <input
            type="radio"
            name="kind"
            value={choice.kind}
            checked={choice.kind === kind}
            onChange={() => onChange(choice.kind)}
            className="mt-1 size-4 shrink-0 accent-acc"
          />
          <span>
            <span className="block font-medium">{choice.title}</span>
            <span className="block text-sm text-ink2">{choice.hint}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
