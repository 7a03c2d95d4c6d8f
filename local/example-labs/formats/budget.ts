import { encodeXlsx, type SheetCell } from '../encoders/office.ts';
import type { Bytes } from '../encoders/zip.ts';

interface BudgetLine {
  item: string;
  quantity: number;
  unit: string;
  /** In euros. */
  price: number;
}

/** A budget in euros: quantity times price for each line, the sum, overheads, and the total. */
export function encodeBudget(
  lines: readonly BudgetLine[],
  { overheadPercent, granted }: { overheadPercent: number; granted: number },
): Promise<Bytes> {
  const rows = lines.map(({ item, quantity, unit, price }, index): SheetCell[] => [
    item,
    quantity,
    unit,
    price,
    { formula: `B${index + 2}*D${index + 2}`, result: quantity * price },
  ]);
  const last = rows.length + 1;
  const direct = lines.reduce((sum, { quantity, price }) => sum + quantity * price, 0);
  const overhead = (direct * overheadPercent) / 100;
  const sums: SheetCell[][] = [
    ['Direct costs', '', '', '', { formula: `SUM(E2:E${last})`, result: direct }],
    [
      `Overheads, ${overheadPercent} %`,
      '',
      '',
      '',
      { formula: `E${last + 1}*${overheadPercent}/100`, result: overhead },
    ],
    ['Total', '', '', '', { formula: `E${last + 1}+E${last + 2}`, result: direct + overhead }],
    ['Granted', '', '', '', granted],
    ['Left', '', '', '', { formula: `E${last + 4}-E${last + 3}`, result: granted - direct - overhead }],
  ];
  const head = ['Item', 'Quantity', 'Unit', 'Price, EUR', 'Amount, EUR'];
  return encodeXlsx({ Budget: [head, ...rows, ...sums] });
}
