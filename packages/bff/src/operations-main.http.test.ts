import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OperationManifestSchema } from '@counterfoil/bff-api/graphql'
import { startChild } from '@counterfoil/testkit/child'
import { beforeEach, describe, expect, it } from 'vitest'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'operations-'))
  return () => rm(folder, { recursive: true })
})

async function run(...args: readonly string[]) {
  const child = startChild(process.execPath, [join(import.meta.dirname, 'operations-main.ts'), ...args], {
    cwd: folder,
  })
  return { code: await child.exited, output: child.output() }
}

describe('the command "counterfoil operations"', () => {
  it('writes the operations of a folder, keyed by the SHA-256 digest of their text', async () => {
    await writeFile(
      join(folder, 'late.graphql'),
      '# query Not { a }\nquery Late { user { ...Who } }\nfragment Who on User { id }\n',
    )
    await writeFile(
      join(folder, 'add.graphql'),
      'mutation Add { customerCreate(input: {}) { didSucceed } }\n',
    )
    expect(await run('operations', '.')).toEqual({ code: 0, output: 'operations.json: Add, Late\n' })
    const written: unknown = JSON.parse(await readFile(join(folder, 'operations.json'), 'utf8'))
    expect(Object.values(OperationManifestSchema.parse(written))).toMatchObject([
      { name: 'Add', kind: 'mutation' },
      { name: 'Late', kind: 'query', document: expect.stringContaining('fragment Who') as string },
    ])
  })

  it.each(['query { user { id } }', 'query One { a } query Two { b }', ''])(
    'names the file whose content is %j, and writes nothing',
    async (text) => {
      await writeFile(join(folder, 'wrong.graphql'), text)
      const { code, output } = await run('operations', '.')
      expect(code).toBe(1)
      expect(output).toContain('wrong.graphql: The document has not exactly one named query or mutation')
      await expect(readFile(join(folder, 'operations.json'))).rejects.toThrow()
    },
  )

  it('prints its usage', async () => {
    expect(await run()).toMatchObject({
      code: 1,
      output: expect.stringContaining('npx counterfoil operations') as string,
    })
  })
})
