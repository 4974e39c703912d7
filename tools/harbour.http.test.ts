import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { program } from './step.ts'

const HARBOUR = join(import.meta.dirname, 'harbour.ts')

describe('npm run harbour', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'harbour-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  const harbour = (dataDir: string, ...args: readonly string[]) =>
    program(process.execPath, [HARBOUR, ...args], { COUNTERFOIL_DATA_DIR: dataDir, NODE_NO_WARNINGS: '1' })

  it('takes a data folder in which nothing was started for a mistake, and makes none', async () => {
    const dataDir = join(folder, 'mistyped')
    const { code, output } = await harbour(dataDir, 'application', 'list')
    expect(code).toBe(1)
    expect(output.trim()).toBe(
      `COUNTERFOIL_DATA_DIR: nothing was started in ${dataDir} yet; begin with npm start.`,
    )
    const asJson = await harbour(dataDir, 'application', 'list', '--json')
    expect(asJson.output).toContain('"code": "invalid_configuration"')
    expect(existsSync(dataDir)).toBe(false)
  })

  it('shows its help wherever it is asked', async () => {
    const { code, output } = await harbour(join(folder, 'mistyped'), '--help')
    expect(code).toBe(0)
    expect(output).toContain('application create')
  })
})
