import { join } from 'node:path'
import type { Environment } from './start-settings.ts'
import { ROOT } from '../step.ts'

/** `use`: as in production. `change`: from the sources, restarted when they change. */
export type StartKind = 'use' | 'change'

/** The arguments and the environment with which Node runs one service. */
type Program = { readonly args: readonly string[]; readonly env: Environment }

const source = (app: 'bff' | 'provider'): string => join(ROOT, 'apps', app, 'src', 'main.ts')
const WATCHED = ['--watch', '--watch-preserve-output']

/** The programs of each kind of start, without their settings. */
export const PROGRAMS: Readonly<Record<StartKind, Readonly<Record<'bff' | 'provider', Program>>>> = {
  use: {
    provider: { args: [source('provider')], env: {} },
    bff: { args: [source('bff')], env: {} },
  },
  change: {
    provider: { args: [...WATCHED, source('provider')], env: {} },
    bff: {
      args: [...WATCHED, join(ROOT, 'tools/start/dev-bff.ts')],
      // React has a build for each value, and pages must be rendered and hydrated by the same build.
      env: { NODE_ENV: 'development' },
    },
  },
}
