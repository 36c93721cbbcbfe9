/** Returns the result of a step, or `otherwise` if the step throws an error. */
export function attempt<T, U>(step: () => T, otherwise: U): T | U {
  try {
    return step();
  } catch {
    return otherwise;
  }
}
