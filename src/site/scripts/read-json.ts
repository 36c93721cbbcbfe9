/** Reads a JSON file. Rejects if the host does not send it. */
export async function readJson<T>(url: string): Promise<T> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} could not be read: status ${response.status}`);
  return (await response.json()) as T;
}
