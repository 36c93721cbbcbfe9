import { rolldown } from 'rolldown';

/**
 * A source and all that it imports, as one module of ES2022 that any host can load: no module of Node, and no package. Throws an error if
 * it needs either.
 */
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
    if (others.length > 0 || module.imports.length > 0) throw new Error(`${source} is not one module`);
    return module.code;
  } finally {
    await bundler.close();
  }
}
