import { Cell, HeaderCell, Row, Table, TableHead } from '../ui/table.tsx';
import { errorCodes } from './api-reference.generated.ts';
import { Prose } from './prose.tsx';

/** Every code that a program may meet. */
export function ErrorCatalogue() {
  return (
    <Table caption="Error codes" scroller={{ tabIndex: 0 }}>
      <TableHead>
        <HeaderCell>Code</HeaderCell>
        <HeaderCell>What it means</HeaderCell>
        <HeaderCell>Try again</HeaderCell>
      </TableHead>
      <tbody>
        {errorCodes.map(({ code, meaning, retryable }) => (
          <Row key={code}>
            <Cell className="font-mono whitespace-nowrap">{code}</Cell>
            <Cell className="min-w-56">
              <Prose text={meaning} />
            </Cell>
            <Cell>{retryable ? 'yes' : 'no'}</Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
