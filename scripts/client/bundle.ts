import { build } from 'vite';

/** Where the client's public face is. */
const ENTRY = 'src/client/client.ts';

/** Text of `public/almanac.js`: the client as one minified module, which browsers and Node load as it is. */
export async function bundleClient(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    publicDir: false,
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: ENTRY, formats: ['es'] },
      // Vite leaves the blanks in the modules of libraries, for the sake of those who bundle them again.
      rolldownOptions: { output: { minify: true } },
    },
  });
  const [bundle] = Array.isArray(built) ? built : [built];
  const [module, ...others] = bundle && 'output' in bundle ? bundle.output : [];
  if (module?.type !== 'chunk' || others.length > 0) throw new Error('the client is not one module');
  return `/* The client of Almanac, under the MIT licence: https://opensource.org/license/mit */\n${module.code.trimEnd()}\n`;
}
