/**
 * Returns when the command was typed, in milliseconds since 1970: what `toolchain.mjs` noted, which fetched packages first, else
 * the beginning of this process. Programs that are started from here get no such note.
 */
export function readCommandTime(env: NodeJS.ProcessEnv): number {
  const noted = Number(env['COUNTERFOIL_COMMANDED_AT_MS'] ?? NaN)
  delete env['COUNTERFOIL_COMMANDED_AT_MS']
  return Number.isFinite(noted) ? noted : performance.timeOrigin
}
