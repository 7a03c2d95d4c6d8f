/** Whether contracts must be compiled. Compiling takes a minute of processor time, so only the thorough checks repeat it unchanged. */
export function mustCompile(run: {
  isCheck: boolean;
  isQuick: boolean;
  areContractsUnchanged: boolean;
}): boolean {
  return !run.areContractsUnchanged || (run.isCheck && !run.isQuick);
}
