import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashSources } from '../check/source-hash.ts'
import { program, ROOT } from '../step.ts'

const SOURCES = [
  'apps/web/*.{ts,html,json}',
  'apps/web/src/**/*',
  'apps/web/public/**/*',
  'packages/{design,bff-api,graphql-schema}/package.json',
  'packages/{design,bff-api}/src/**/*',
  'packages/graphql-schema/*.graphql',
  'packages/graphql-schema/src/**/*',
  'pnpm-lock.yaml',
]
const NOT_BUILT = /\.test\.tsx?$|\.tsbuildinfo$/

/**
 * Builds the web app into `apps/web/dist`, unless the last build had the same sources.
 * @throws Error with the output of the build
 */
export async function buildWeb(): Promise<'built' | 'unchanged'> {
  const stamp = join(ROOT, 'apps', 'web', 'dist', '.source-hash')
  const hash = hashSources(SOURCES, NOT_BUILT)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return 'unchanged'
  const { code, output } = await program(process.execPath, [join(ROOT, 'apps', 'web', 'build.ts')], {
    // Another value of the caller, such as a test runner's, would change the build.
    NODE_ENV: 'production',
  })
  if (code !== 0) throw new Error(`The web app could not be built:\n${output}`)
  writeFileSync(stamp, hash)
  return 'built'
}
