import { mkdirSync, writeFileSync } from 'node:fs';
import { editorSchemas } from '../src/discover/sidecar/sidecar-schema.ts';

/** Writes the JSON Schemas that editors use from the schemas that check the files. */
mkdirSync('public/schemas', { recursive: true });
for (const [name, schema] of Object.entries(editorSchemas())) {
  writeFileSync(`public/schemas/${name}`, `${JSON.stringify(schema, null, 2)}\n`);
}
