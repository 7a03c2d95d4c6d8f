'use client';
import type { Dialect, DialectChoice } from '@labroom/formats/table/dialect';
import { encodings } from '@labroom/formats/text/encodings';
import { type ReactNode, useId } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Select } from '#components/ui/select.tsx';
import { exampleOf, numberStyles, separatorNames } from '#lib/data-room/file-view.ts';
import type { BlobText } from '#lib/download/first-file.ts';
import { EncodingChoice } from '../parts/encoding-choice.tsx';
import type { ViewProps } from '../parts/view-props.ts';

export type TextEncoding = Pick<BlobText, 'encoding' | 'isGuessed'>;

interface DialectChoiceProps extends ViewProps, TextEncoding {
  dialect: Dialect;
  /** Whether lines before or between the rows are no rows. */
  hasComments: boolean;
}

const quoteNames = { '"': 'double quotes', "'": 'single quotes' } as const;
const commentNames: Readonly<Record<string, string>> = {
  '': 'none',
  '#': '#',
  '%': '%',
  '!': '!',
  '//': '//',
};
/** In place of a sign: the lines before the table, which have none. */
const BEFORE = 'before';

/** How the text was read as a table, in one line, and the choice of anything else. */
export function DialectChoiceForm({
  dialect,
  hasComments,
  encoding,
  isGuessed,
  view,
  onView,
}: DialectChoiceProps) {
  const { separator, quote, numbers, comment } = dialect;
  const isLed = hasComments && comment === '';
  const choose = (table: DialectChoice) => onView({ ...view, table: { ...view.table, ...table } });
  const isChosen =
    view.encoding !== undefined || Object.values(view.table).some((value) => value !== undefined);
  const read = [
    `separated by ${separatorNames[separator] ?? separator}`,
    `numbers as ${exampleOf(numbers)}`,
    encoding && `${encodings[encoding]}${isGuessed ? ', guessed' : ''}`,
    comment && `lines after ${comment} are comments`,
    isLed && 'lines before the table are shown above it',
  ].filter(Boolean);
  return (
    <details className="text-sm">
      <summary>{`How the table is read: ${read.join('; ')}`}</summary>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2">
        <Choice
          label="Separator"
          value={separator}
          options={{ [separator]: separator, ...separatorNames }}
          onChange={(value) => choose({ separator: value })}
        />
        <Choice
          label="Numbers"
          value={exampleOf(numbers)}
          options={Object.fromEntries(Object.keys(numberStyles).map((example) => [example, example]))}
          onChange={(value) => choose({ numbers: numberStyles[value] })}
        />
        <Choice
          label="Quotes"
          value={quote}
          options={quoteNames}
          onChange={(value) => choose({ quote: value === "'" ? value : '"' })}
        />
        <Choice
          label="Comments begin with"
          value={isLed ? BEFORE : comment}
          options={{
            ...(isLed ? { [BEFORE]: 'no sign, before the table' } : { [comment]: comment }),
            ...commentNames,
          }}
          onChange={(value) => choose({ comment: value === BEFORE ? undefined : value })}
        />
        {encoding && <EncodingChoice encoding={encoding} isGuessed={isGuessed} view={view} onView={onView} />}
        {isChosen && (
          <Button
            size="sm"
            variant="quiet"
            onClick={() => onView({ ...view, encoding: undefined, table: {} })}
          >
            As judged by the rows
          </Button>
        )}
      </div>
    </details>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  options: Readonly<Record<string, string>>;
  onChange: (value: string) => void;
}

function Choice({ label, value, options, onChange }: ChoiceProps): ReactNode {
  const id = useId();
  return (
    <span className="flex items-center gap-2">
      <label htmlFor={id}>{label}</label>
      <Select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
        {Object.entries(options).map(([option, name]) => (
          <option key={option} value={option}>
            {name}
          </option>
        ))}
      </Select>
    </span>
  );
}
