import { rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeMemoryFolder } from './memory-folder.ts'

it('makeMemoryFolder returns undefined if the path does not exist or is not in memory', async () => {
  expect(await makeMemoryFolder(join(tmpdir(), 'is-not-there'))).toBeUndefined()
  // A kind of file system that is in memory on no system.
  expect(await makeMemoryFolder('/proc')).toBeUndefined()
})

it('other users can pass through a folder in memory but cannot list it', async () => {
  const folder = await makeMemoryFolder()
  if (folder === undefined) return
  expect((await stat(folder)).mode & 0o777).toBe(0o711)
  await rm(folder, { recursive: true })
})
