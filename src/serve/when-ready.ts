/**
 * Passes a value to `next`: immediately if it is available, otherwise once its promise resolves. Most responses are served from memory,
 * and a promise for each step would account for much of their time.
 */
export function whenReady<T, R>(value: T | Promise<T>, next: (value: T) => R | Promise<R>): R | Promise<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** Returns all values: immediately if all are available, otherwise as a promise. */
export function allReady<T>(values: readonly (T | Promise<T>)[]): T[] | Promise<T[]> {
  return values.some((it) => it instanceof Promise) ? Promise.all(values) : (values as T[]);
}
