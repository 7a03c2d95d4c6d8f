import { Input } from '../ui/input.tsx';

interface AddValueProps {
  label: string;
  name: string;
  chosen: readonly string[];
  /** Suggestions. Other values can be typed. */
  offered: readonly { value: string; name?: string }[];
}

/** Adds one more value to a form field that has chosen values. */
export function AddValue({ label, name, chosen, offered }: AddValueProps) {
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-1">
      {chosen.map((value) => (
        <input key={value} type="hidden" name={name} value={value} />
      ))}
      <label htmlFor={`add-${name}`} className="font-medium">
        {label}
      </label>
      <Input
        id={`add-${name}`}
        name={name}
        defaultValue=""
        list={`offered-${name}`}
        autoComplete="off"
        maxLength={200}
        placeholder={chosen.length > 0 ? 'Add another' : 'Any'}
      />
      <datalist id={`offered-${name}`}>
        {offered
          .filter(({ value }) => !chosen.includes(value))
          .map(({ value, name: title }) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
      </datalist>
    </div>
  );
}
