import { rolldown } from 'rolldown';

interface Options {
  minify?: boolean;
  /** `neutral` for any host; `browser` chooses what packages have for browsers. */
  platform?: 'neutral' | 'browser';
}

/** Bundles a source and its imports, packages included, into one ES2022 module. Rejects if a source imports a Node module. */
export async function bundleModule(
  source: string,
  { minify = false, platform = 'neutral' }: Options = {},
): Promise<string> {
  const bundler = await rolldown({
    input: source,
    platform,
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
