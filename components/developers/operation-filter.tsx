import { buttonClass } from '../ui/button.tsx';
import { Input } from '../ui/input.tsx';
import { TextLink } from '../ui/text-link.tsx';

/** Search form that filters the operations on the server. */
export function OperationFilter({ words }: { words: string | undefined }) {
  return (
    <search>
      <form
        action="/developers/reference"
        method="get"
        className="flex max-w-xl flex-wrap items-center gap-2"
      >
        <Input
          type="search"
          name="q"
          defaultValue={words}
          aria-label="Search operations"
          placeholder="A name, an argument, an error"
          autoComplete="off"
          className="flex-1 basis-40"
        />
        <button type="submit" className={buttonClass('secondary')}>
          Search{' '}
        </button>
        {words && <TextLink href="/developers/reference">Show all operations</TextLink>}
      </form>
    </search>
  );
}
