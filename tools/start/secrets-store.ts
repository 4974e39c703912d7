import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Secrets } from './start-settings.ts'

/** Creates the secrets of a first start, without storing them. */
export const newSecrets = (): Secrets => ({
  providerSecret: randomBytes(32).toString('base64url'),
  sessionSecret: randomBytes(32).toString('base64url'),
  tokenKey: `k1:${randomBytes(32).toString('base64')}`,
  redisPassword: randomBytes(24).toString('base64url'),
  applications: {},
})

/** Reads the secrets of a data folder; undefined if it has none. */
export async function findSecrets(file: string): Promise<Secrets | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Secrets
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw new Error(`${file} cannot be read: begin anew with npm start -- --fresh.`, { cause: error })
  }
}

/** Reads the secrets of a data folder; creates and stores them at the first start. */
export async function loadSecrets(file: string): Promise<Secrets> {
  const found = await findSecrets(file)
  if (found !== undefined) return found
  const made = newSecrets()
  await saveSecrets(file, made)
  return made
}

/** Replaces the file atomically: an interrupted start keeps the old one. */
export async function saveSecrets(file: string, secrets: Secrets): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await writeFile(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 })
  await rename(`${file}.new`, file)
}
