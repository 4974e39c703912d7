import { expect, it } from 'vitest'
import { findLooseImports } from './declarations.ts'

it('finds packages that a declaration names and its package does not have', () => {
  const declaration = `import { z } from 'zod';
import type { Thing } from "@scope/thing/part";
import 'side-effect';
export declare const own: import("#own.ts").Own & import("../near.ts").Near & import("node:http").Server;
export declare const brand: string & import("branded").$brand<"Id">;
/** Taken from 'a sentence'. */
export * from 'zod/mini';`
  expect(findLooseImports(declaration, (name) => name === 'zod')).toEqual([
    '@scope/thing',
    'side-effect',
    'branded',
  ])
})
