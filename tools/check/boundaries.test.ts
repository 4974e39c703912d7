import { describe, expect, it } from 'vitest'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findBoundaryFaults, importedSpecifiers, PUBLIC_ENTRIES } from './boundaries.ts'
import { ROOT } from '../step.ts'

describe(importedSpecifiers, () => {
  it('finds static, type, side-effect, re-exporting and dynamic imports, also over several lines', () => {
    const source = `import { a } from 'one'
import type { B } from "two"
import 'three'
export { c } from 'four'
import {
  d,
  e,
} from 'five'
const f = await import('six')`
    expect(importedSpecifiers(source)).toEqual(['one', 'two', 'three', 'four', 'five', 'six'])
  })
})

describe(findBoundaryFaults, () => {
  const faults = (file: string, specifier: string): number =>
    findBoundaryFaults(file, `import { x } from '${specifier}'`).length

  it.each([
    ['apps/bff/src/app.ts', '@counterfoil/oauth/scope'],
    ['apps/web/src/app/page.tsx', '#features/profile/profile-page.tsx'],
    ['apps/web/src/features/profile/profile-page.tsx', './profile.ts'],
    ['apps/web/src/features/profile/profile-page.tsx', '#ui/button.tsx'],
    ['apps/provider/src/tokens/token-routes.ts', 'express'],
    ['packages/oauth/src/token-response.ts', 'zod'],
    ['apps/bff/src/app.http.test.ts', '@counterfoil/testkit/redis'],
    ['apps/bff/src/app.ts', '@counterfoil/bff/server'],
    ['apps/bff/src/app.http.test.ts', '@counterfoil/bff/testing'],
    ['apps/web/src/app/page.tsx', '@counterfoil/react'],
    ['examples/express-minimal/app.js', '@counterfoil/bff'],
    ['examples/express-minimal/app.test.js', '@counterfoil/bff/testing'],
  ])('accepts that %s imports %s', (file, specifier) => expect(faults(file, specifier)).toBe(0))

  it.each([
    ['apps/bff/src/app.ts', '@counterfoil/graphql-schema/schema'],
    ['apps/bff/src/app.ts', '@counterfoil/provider/run'],
    ['apps/bff/src/app.ts', '@counterfoil/testkit/redis'],
    ['apps/web/src/data/bff-client.ts', '@counterfoil/service/telemetry/logger'],
    ['apps/web/src/data/bff-client.ts', '@counterfoil/service/telemetry/logger'],
    ['apps/provider/src/provider.ts', '@counterfoil/bff-api/paths'],
    ['apps/provider/src/provider.ts', '../../bff/src/app.ts'],
    ['packages/oauth/src/scope.ts', '@counterfoil/bff-api/paths'],
    ['packages/oauth/src/scope.ts', 'express'],
    ['packages/service/src/telemetry/logger.ts', '@counterfoil/oauth/scope'],
    ['apps/web/src/features/profile/profile-page.tsx', '#features/invoices/money.ts'],
    ['apps/web/src/features/profile/profile-page.tsx', '../invoices/money.ts'],
    ['apps/bff/src/app.ts', '@counterfoil/bff/engine'],
    ['apps/bff/src/app.http.test.ts', '@counterfoil/bff/session/session-store'],
    ['apps/bff/src/app.ts', '@counterfoil/bff/testing'],
    ['apps/web/src/app/page.tsx', '@counterfoil/react/connection'],
    ['examples/express-minimal/app.js', '@counterfoil/bff/engine'],
    ['examples/express-minimal/app.js', '@counterfoil/service/telemetry/logger'],
  ])('refuses that %s imports %s', (file, specifier) => expect(faults(file, specifier)).toBe(1))
})

describe('the entries of a package that other teams install', () => {
  it.each(Object.entries(PUBLIC_ENTRIES))('are the exports of packages/%s', (name, entries) => {
    const manifest = readFileSync(join(ROOT, 'packages', name, 'package.json'), 'utf8')
    const { exports } = JSON.parse(manifest) as { readonly exports: object }
    const exported = Object.keys(exports).map((path) => path.replace(/^\./, `@counterfoil/${name}`))
    expect(exported.toSorted()).toEqual([...entries].toSorted())
  })
})
