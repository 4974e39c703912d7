import { readFileSync } from 'node:fs'

/** Returns the version of the release that this program is part of, from `RELEASE.json`, or `sources` for a checkout. */
export function releaseVersion(): string {
  try {
    const file = new URL('../../../../RELEASE.json', import.meta.url)
    const release = JSON.parse(readFileSync(file, 'utf8')) as unknown
    const version =
      typeof release === 'object' && release !== null && 'version' in release ? release.version : undefined
    return typeof version === 'string' ? `release ${version}` : 'the sources'
  } catch {
    return 'the sources'
  }
}
