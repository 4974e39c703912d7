import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { ConfigError, type SettingName } from './config-faults.ts'

/**
 * Creates the folder that a setting names, accessible to its owner alone, if it does not exist yet.
 * @throws ConfigError if it is a file, or cannot be created or written
 */
export function makeDataFolder(setting: SettingName, path: string): void {
  try {
    makeFolder(path)
    accessSync(path, constants.W_OK)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    const message = isFile(path)
      ? `${path} is a file; name a folder.`
      : `${path} cannot be made or written (${code}); name a folder that can.`
    throw new ConfigError([{ setting, message }])
  }
}

/** Creates one folder after another: below `/proc`, Node's recursive option never ends. */
function makeFolder(path: string): void {
  if (existsSync(path) && !isFile(path)) return
  if (dirname(path) !== path) makeFolder(dirname(path))
  mkdirSync(path, { mode: 0o700 })
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === false
}
