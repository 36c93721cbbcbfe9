/**
 * Goes on with something, at once where it is there, else when it is: most of what is served is in memory, and a promise for each step would
 * take a good part of the time that a request does.
 */
export function whenReady<T, R>(value: T | Promise<T>, next: (value: T) => R | Promise<R>): R | Promise<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}
