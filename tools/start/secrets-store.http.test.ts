import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findSecrets, loadSecrets, saveSecrets } from './secrets-store.ts'

describe(loadSecrets, () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'secrets-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  it('creates secrets once, readable by their owner alone', async () => {
    const file = join(folder, 'data', 'secrets.json')
    expect(await findSecrets(file)).toBeUndefined()
    const first = await loadSecrets(file)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await loadSecrets(file)).toEqual(first)
  })

  it('creates different secrets in another folder', async () => {
    const [one, two] = [await loadSecrets(join(folder, '1')), await loadSecrets(join(folder, '2'))]
    expect(
      new Set([...Object.values(one), ...Object.values(two)].filter((it) => typeof it === 'string')).size,
    ).toBe(8)
  })

  it('returns the secrets that were saved', async () => {
    const file = join(folder, 'secrets.json')
    const applications = { here: { clientId: 'a', clientSecret: 'b' } }
    await saveSecrets(file, { ...(await loadSecrets(file)), applications })
    expect((await loadSecrets(file)).applications).toEqual(applications)
  })

  it('explains how to continue when the file is broken', async () => {
    const file = join(folder, 'secrets.json')
    await writeFile(file, '{')
    await expect(loadSecrets(file)).rejects.toThrow('--fresh')
  })
})
