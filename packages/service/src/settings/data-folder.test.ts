import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeDataFolder } from './data-folder.ts'

describe(makeDataFolder, () => {
  it('creates a folder and its parents, readable by their owner alone, and accepts an existing one', () => {
    const root = mkdtempSync(join(tmpdir(), 'data-folder-'))
    const path = join(root, 'a', 'b')
    makeDataFolder('PROVIDER_DATA_DIR', path)
    makeDataFolder('PROVIDER_DATA_DIR', path)
    expect(statSync(path).mode & 0o777).toBe(0o700)
    rmSync(root, { recursive: true })
  })

  it('refuses a file, in one sentence', () => {
    const root = mkdtempSync(join(tmpdir(), 'data-folder-'))
    const path = join(root, 'file')
    writeFileSync(path, '')
    expect(() => makeDataFolder('PROVIDER_DATA_DIR', path)).toThrow(
      `PROVIDER_DATA_DIR: ${path} is a file; name a folder.`,
    )
    expect(() => makeDataFolder('PROVIDER_DATA_DIR', join(path, 'below'))).toThrow(
      /cannot be made or written/,
    )
    rmSync(root, { recursive: true })
  })

  it.runIf(process.platform === 'linux')('refuses a path that cannot hold a folder at once', () => {
    expect(() => makeDataFolder('COUNTERFOIL_DATA_DIR', '/proc/counterfoil/data')).toThrow(
      'COUNTERFOIL_DATA_DIR: /proc/counterfoil/data cannot be made or written (ENOENT); name a folder that can.',
    )
  })
})
