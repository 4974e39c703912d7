/**
 * Returns true if this is the error for a missing file of an older build. Each browser has its own text: Chrome "Failed to fetch
 * dynamically imported module", Firefox "error loading dynamically imported module", Safari "Importing a module script failed".
 */
export function isChunkMissing(thrown: unknown): boolean {
  return (
    thrown instanceof Error &&
    /dynamically imported module|importing a module script|unable to preload/i.test(thrown.message)
  )
}
