/** Writes parameters to the query of the address without adding a history entry. An empty value removes its parameter. */
export function keepInAddress(parameters: Readonly<Record<string, string>>): void {
  const url = new URL(location.href);
  for (const [name, value] of Object.entries(parameters)) {
    if (value === '') url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  if (url.href !== location.href) history.replaceState(history.state, '', url);
}
