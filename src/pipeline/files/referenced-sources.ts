import type { Source } from '../../model.ts';

/** The sources to which the foreign keys of a source refer, by config name. */
export function referencedSources({ rules }: Source, sources: readonly Source[]): Source[] {
  const names = new Set(rules?.foreignKeys.map(({ dataset }) => dataset));
  return names.size === 0 ? [] : sources.filter(({ config }) => names.has(config));
}
