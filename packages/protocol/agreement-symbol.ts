/** Whether an agreement can state this symbol: 1 to 20 letters and digits. */
export const isAgreementSymbol = (symbol: string): boolean => /^[A-Za-z0-9]{1,20}$/.test(symbol);
