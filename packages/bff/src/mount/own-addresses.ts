import { BFF_PATHS } from '@counterfoil/bff-api/paths'

/** Only the app of this repository has these. */
const NOT_MOUNTED: readonly string[] = [BFF_PATHS.connectionFigures, BFF_PATHS.connectionList]
const OWN = Object.values(BFF_PATHS)
  .filter((path) => !NOT_MOUNTED.includes(path))
  .map((path) => new RegExp(`^${path.replaceAll(':id', '[^/]+')}/?$`, 'i'))

/**
 * Returns true for an address of the engine. Every other one is the app's: nothing is checked or set for it.
 * @param path Without the base path and without a query.
 */
export function isOwnAddress(path: string): boolean {
  return OWN.some((own) => own.test(path))
}
