/**
 * Is this the error of a file of an older build that is not there any more? Each browser has its own words:
 * Chrome "Failed to fetch dynamically imported module", Firefox "error loading dynamically imported module",
 * Safari "Importing a module script failed".
 */
export function isChunkMissing(thrown: unknown): boolean {
  return (
    thrown instanceof Error &&
    /dynamically imported module|importing a module script|unable to preload/i.test(thrown.message)
  )
}
