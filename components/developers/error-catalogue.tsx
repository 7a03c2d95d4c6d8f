import { errorCodes } from '#lib/developers/api-reference.generated.ts';
import { Cell, HeaderCell, Row, Table, TableHead } from '../ui/table.tsx';
import { Prose } from './prose.tsx';

/** Below 640 pixels each row is a block: a meaning needs the whole width. */
const cell = 'max-sm:block max-sm:py-0.5';

/** Every code that a program may meet. */
export function ErrorCatalogue() {
  return (
    <Table
      caption="Error codes"
      scroller={{ tabIndex: 0 }}
      className="max-sm:block [&_thead]:max-sm:sr-only [&_tbody]:max-sm:block"
    >
      <TableHead>
        <HeaderCell>Code</HeaderCell>
        <HeaderCell>What it means</HeaderCell>
        <HeaderCell>Try again</HeaderCell>
      </TableHead>
      <tbody>
        {errorCodes.map(({ code, meaning, retryable }) => (
          <Row key={code} className="max-sm:block max-sm:py-2">
            <Cell className={`font-mono whitespace-nowrap ${cell}`}>{code}</Cell>
            <Cell className={cell}>
              <Prose text={meaning} />
            </Cell>
            <Cell className={cell}>
              <span aria-hidden className="text-muted sm:hidden">
                Try again:{' '}
              </span>
              {retryable ? 'yes' : 'no'}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
