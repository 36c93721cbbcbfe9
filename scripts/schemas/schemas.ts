import { mkdirSync, writeFileSync } from 'node:fs';
import { editorSchemas } from '../../src/discover/sidecar/sidecar-schema.ts';

/** Writes the JSON Schemas for editors, generated from the schemas that validate sidecars and catalogues. */
mkdirSync('public/schemas', { recursive: true });
for (const [name, schema] of Object.entries(editorSchemas())) {
  writeFileSync(`public/schemas/${name}`, `${JSON.stringify(schema, null, 2)}\n`);
}
