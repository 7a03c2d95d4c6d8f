/** Loaded before a program (`node --import`), moves its clock ahead by `CLOCK_AHEAD_MS`. */
const aheadMs = Number(process.env.CLOCK_AHEAD_MS ?? 0);
const TrueDate = Date;

globalThis.Date = new Proxy(TrueDate, {
  construct(target, args, made) {
    return Reflect.construct(target, args.length === 0 ? [TrueDate.now() + aheadMs] : args, made);
  },
  get(target, name) {
    return name === 'now' ? () => TrueDate.now() + aheadMs : Reflect.get(target, name);
  },
});
