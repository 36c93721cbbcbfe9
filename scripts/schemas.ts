import { mkdirSync, writeFileSync } from 'node:fs';
import { editorSchemas } from '../src/discover/sidecar/sidecar-schema.ts';

/** Writes the JSON Schemas for editors, made from the schemas that check sidecars and catalogues. */
mkdirSync('public/schemas', { recursive: true });
for (const [name, schema] of Object.entries(editorSchemas())) {
  writeFileSync(`public/schemas/${name}`, `${JSON.stringify(schema, null, 2)}\n`);
}
