import { CodeBlock } from './code-block.tsx';
import { languages } from './examples.ts';

interface ExampleTabsProps {
  /** Name of the operation. */
  name: string;
  /** Code by language id. */
  code: Record<(typeof languages)[number]['id'], string>;
}

const shownBy = {
  curl: 'group-has-[[value=curl]:checked]/example:block',
  typescript: 'group-has-[[value=typescript]:checked]/example:block',
};

/** One call in each language. Radio buttons switch the language, so no script is needed. */
export function ExampleTabs({ name, code }: ExampleTabsProps) {
  return (
    <div className="group/example flex min-w-0 flex-col gap-2">
      <fieldset className="flex gap-1">
        <legend className="sr-only">Language of the example of {name}</legend>
        {languages.map((language, index) => (
          <label
            key={language.id}
            className="relative inline-flex h-8 cursor-pointer items-center rounded px-3 text-sm text-ink2 hover:text-ink has-checked:bg-veil has-checked:font-medium has-checked:text-acc has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-acc"
          >
            <input
              type="radio"
              name={`${name}-language`}
              value={language.id}
              defaultChecked={index === 0}
              autoComplete="off"
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            {language.name}
          </label>
        ))}
      </fieldset>
      {languages.map(({ id, name: language }) => (
        <div key={id} className={`hidden ${shownBy[id]}`}>
          <CodeBlock code={code[id]} label={`${language} example of ${name}`} />
        </div>
      ))}
    </div>
  );
}
