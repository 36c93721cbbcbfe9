import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Serves the files of a folder in another process, for jobs, which block this one. */
export async function serveBeside(folder: string): Promise<{ url: string; stop: () => void }> {
  const code = `require('node:http').createServer(({ url }, response) => {
    require('node:fs').readFile(process.argv[1] + url, (error, body) => response.writeHead(error ? 404 : 200).end(body));
  }).listen(0, '127.0.0.1', function () { console.log(this.address().port); });`;
  const child = spawn(process.execPath, ['-e', code, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = await once(child.stdout, 'data');
  return { url: `http://127.0.0.1:${String(port).trim()}`, stop: () => child.kill() };
}
