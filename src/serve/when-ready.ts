/**
 * Passes a value on: at once if it is there, otherwise when its promise resolves. Most of what is served is in memory, and a promise for
 * each step would take a good part of a request's time.
 */
export function whenReady<T, R>(value: T | Promise<T>, next: (value: T) => R | Promise<R>): R | Promise<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** All values: at once if all are there, otherwise when their promises resolve. */
export function allReady<T>(values: readonly (T | Promise<T>)[]): T[] | Promise<T[]> {
  return values.some((it) => it instanceof Promise) ? Promise.all(values) : (values as T[]);
}
