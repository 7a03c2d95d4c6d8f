import type { Input } from '#lib/developers/operation.ts';
import { Prose } from './prose.tsx';

/** Arguments, with the fields of input objects nested below them. */
export function InputList({ inputs }: { inputs: readonly Input[] }) {
  return (
    <dl className="flex flex-col gap-3 text-sm">
      {inputs.map(({ name, type, isRequired, defaultValue, description, fields, values }) => (
        <div key={name} className="min-w-0">
          <dt className="flex flex-wrap items-baseline gap-x-2">
            <code className="font-mono font-medium">{name}</code>
            <code className="font-mono text-ink2">{type}</code>
            {isRequired && <span className="text-ink2">required</span>}
            {defaultValue !== null && (
              <span className="text-ink2">
                default <code className="font-mono">{defaultValue}</code>
              </span>
            )}
          </dt>
          <dd className="min-w-0">
            <Prose text={description} />
            {values.length > 0 && (
              <p className="text-ink2">
                One of <Prose text={values.map((value) => `\`${value}\``).join(', ')} />.
              </p>
            )}
            {fields.length > 0 && (
              <div className="mt-3 border-l border-line pl-4">
                <InputList inputs={fields} />
              </div>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
