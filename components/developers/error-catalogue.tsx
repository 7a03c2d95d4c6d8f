import { errorCodes, reasons } from '#lib/developers/api-reference.generated.ts';
import { Cell, HeaderCell, Row, Table, TableHead } from '../ui/table.tsx';
import { Prose } from './prose.tsx';

/** All error codes and reasons. */
export function ErrorCatalogue() {
  return (
    <>
      <Catalogue
        caption="Error codes"
        headers={['Code', 'What it means', 'Try again']}
        rows={errorCodes.map(({ code, meaning, retryable }) => [code, meaning, retryable ? 'yes' : 'no'])}
      />
      <details>
        <summary className="cursor-pointer">All {reasons.length} reasons</summary>
        <Catalogue
          caption="Reasons of errors"
          headers={['Reason', 'What it means', 'What to do']}
          rows={reasons.map(({ reason, meaning, action }) => [reason, meaning, action])}
        />
      </details>
    </>
  );
}

type Line = readonly [name: string, meaning: string, consequence: string];

/** Below 640 pixels each row is a block, because the meaning needs the full width. */
const cell = 'max-sm:block max-sm:py-0.5';

function Catalogue({ caption, headers, rows }: { caption: string; headers: Line; rows: readonly Line[] }) {
  return (
    <Table
      caption={caption}
      scroller={{ tabIndex: 0 }}
      className="max-sm:block [&_thead]:max-sm:sr-only [&_tbody]:max-sm:block"
    >
      <TableHead>
        {headers.map((header) => (
          <HeaderCell key={header}>{header}</HeaderCell>
        ))}
      </TableHead>
      <tbody>
        {rows.map(([name, meaning, consequence]) => (
          <Row key={name} className="max-sm:block max-sm:h-auto max-sm:py-2">
            <Cell className={`font-mono whitespace-nowrap ${cell}`}>{name}</Cell>
            <Cell className={cell}>
              <Prose text={meaning} />
            </Cell>
            <Cell className={cell}>
              <span aria-hidden className="text-ink2 sm:hidden">
                {headers[2]}:{' '}
              </span>
              <Prose text={consequence} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
