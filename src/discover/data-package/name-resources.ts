import { nameDataset } from '../name-dataset.ts';
import type { DataPackage, PackagedResource } from './read-data-package.ts';

/**
 * The texts from which the config names of resources are made: the resource's name or, if several packages have resources whose names
 * make the same config name, the package's name and the resource's. Resources with problems count too, so that a name does not depend
 * on whether another package is sound.
 */
export function nameResources(packages: readonly DataPackage[]): Map<PackagedResource, string> {
  const all = packages.flatMap((owner) => owner.resources.map((resource) => ({ owner, resource })));
  const names = new Map<PackagedResource, string>();
  for (const group of Map.groupBy(all, ({ resource }) => slugOf(resource.name)).values()) {
    const isShared = new Set(group.map(({ owner }) => owner)).size > 1;
    for (const { owner, resource } of group) {
      const isPrefixed = isShared && slugOf(resource.name) !== null;
      names.set(resource, isPrefixed ? `${owner.name}-${resource.name}` : resource.name);
    }
  }
  return names;
}

/** The config name made from a text; null if none can be made. */
function slugOf(name: string): string | null {
  const naming = nameDataset(name, 'resource');
  return 'name' in naming ? naming.name : null;
}
