import { rolldown } from 'rolldown';

/** Bundles a source and its imports, packages included, into one ES2022 module for any host. Rejects if a source imports a Node module. */
export async function bundleModule(source: string, { minify = false } = {}): Promise<string> {
  const bundler = await rolldown({
    input: source,
    platform: 'neutral',
    logLevel: 'silent',
    external: () => false,
    transform: { target: 'es2022' },
  });
  try {
    const { output } = await bundler.generate({ format: 'es', comments: false, minify });
    const [module, ...others] = output;
    if (others.length > 0 || module.imports.length > 0) throw new Error(`${source} imports other modules`);
    return module.code;
  } finally {
    await bundler.close();
  }
}
