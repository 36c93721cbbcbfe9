import { describe, expect, test } from 'vitest';
import { useBuiltServer } from '../../../support/http/built-server.ts';

const server = useBuiltServer();

describe('a path that is not UTF-8 once its escapes are decoded', () => {
  test.each(['%', '%f', '%zz', '%ff', '%80', '%c3%28', '%E0%A4%A', '%ed%a0%80', '%u0041', '%%361', 'a%2', '%c0%af'])(
    'such as %j gets 400, in any part of the path',
    async (part) => {
      for (const path of [
        `/v1/${part}`,
        `/v1/datasets/${part}/info`,
        `/v1/datasets/coffee-production/limit/${part}/offset/0`,
      ]) {
        const { status, text } = await server.ask(path);
        expect(status, path).toBe(400);
        expect(JSON.parse(text)).toMatchObject({ status: 400, instance: path });
      }
    },
  );
});
