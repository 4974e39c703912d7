import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { aptUnpack, CACHE, onPath, outputOf } from './machine-packages.ts'

/** The checker of alert rules that is there already: the machine's, or one that was fetched for this checkout. */
export async function findPromtool(): Promise<string | undefined> {
  return onPath(['promtool'])
}

/** Fetches promtool where there is none; without one, the test that needs it says that it was skipped. */
export async function providePromtool(): Promise<string | undefined> {
  return (await findPromtool()) ?? promtoolFromDebian()
}

/** The program alone is kept: it needs nothing of the 300 MB that come with it. */
async function promtoolFromDebian(): Promise<string | undefined> {
  const unpacked = await aptUnpack('prometheus', ['prometheus'])
  if (unpacked === undefined) return undefined
  const path = join(CACHE, 'bin', 'promtool')
  await mkdir(dirname(path), { recursive: true })
  await rename(join(unpacked, 'usr', 'bin', 'promtool'), path).catch(() => undefined)
  await rm(unpacked, { recursive: true, force: true })
  if ((await outputOf(path, ['--version'])) !== undefined) return path
  await rm(path, { force: true })
  return undefined
}
