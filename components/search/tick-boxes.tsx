import { visibleName } from '#lib/names/visible-name.ts';
import { classNames } from '../ui/class-names.ts';

interface TickBoxesProps {
  legend: string;
  name: string;
  choices: readonly { value: string; name: string }[];
  chosen: readonly string[];
  /** Uses several columns on wide screens. */
  wide?: boolean;
}

/** Checkboxes for the values of a form field. */
export function TickBoxes({ legend, name, choices, chosen, wide = false }: TickBoxesProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-medium">{legend}</legend>
      <div
        className={classNames(
          'grid gap-x-4 gap-y-2 touch:gap-y-0',
          wide && 'grid-cols-[repeat(auto-fill,minmax(10rem,1fr))]',
        )}
      >
        {choices.map((choice) => (
          <label key={choice.value} className="flex w-fit items-start gap-2 touch:py-2.5 touch:pr-4">
            <span className="flex h-5 items-center">
              <input
                type="checkbox"
                name={name}
                value={choice.value}
                defaultChecked={chosen.includes(choice.value)}
                className="size-4 accent-acc"
              />
            </span>
            {visibleName(choice.name)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
