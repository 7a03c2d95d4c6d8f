import type { GuideCode } from '#lib/developers/guide.ts';
import { CodeBlock } from './code-block.tsx';

interface ExampleTabsProps {
  /** Unique on the page, so that screen readers tell the groups of tabs apart. */
  name: string;
  codes: readonly GuideCode[];
}

/** The same example in each language. Radio buttons switch, so no script is needed; `LanguageChoice` keeps the choice. */
export function ExampleTabs({ name, codes }: ExampleTabsProps) {
  const [only, another] = codes;
  if (!only) return null;
  if (!another) return <Example name={name} {...only} />;
  return (
    <div className="example-tabs flex min-w-0 flex-col gap-2">
      <fieldset className="flex gap-1">
        <legend className="sr-only">Language of {name}</legend>
        {codes.map(({ tab }, index) => (
          <label
            key={tab}
            className="relative inline-flex h-8 cursor-pointer items-center rounded px-3 text-sm text-ink2 hover:text-ink has-checked:bg-veil has-checked:font-medium has-checked:text-acc has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-acc touch:h-10"
          >
            <input
              type="radio"
              name={`${name}-language`}
              value={tab}
              data-language
              defaultChecked={index === 0}
              autoComplete="off"
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            {tab}
          </label>
        ))}
      </fieldset>
      {codes.map((code) => (
        <div key={code.tab} data-tab={code.tab}>
          <Example name={name} {...code} />
        </div>
      ))}
    </div>
  );
}

function Example({ name, tab, file, code, language }: GuideCode & { name: string }) {
  const label = file ?? `${tab} of ${name}`;
  return <CodeBlock code={code.trimEnd()} file={file} label={label} language={language} />;
}
